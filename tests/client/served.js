// Modules import one another by the addresses they are served at; here those are files of the repository.
import { register } from "node:module";

register("./served_addresses.js", import.meta.url);
