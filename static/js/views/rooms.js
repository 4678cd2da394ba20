// @ts-check
// Everything on the way to a table: the form, the lobby, the table itself, with their styles, and the socket.
import * as socket from "/static/vendor/socket.js";
import { stylesheet } from "../ui/stylesheet.js";
import { create } from "./create.js";
import { room } from "./room.js";
import { screens } from "./screens.js";

Object.assign(screens, { create, room, socket });
await stylesheet("/static/css/room.css");
