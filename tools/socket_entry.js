// Loaded only when there is something to be asked over a socket: it is as large as the rest of the first view.
export { io } from "socket.io-client";
export * as parser from "socket.io-msgpack-parser";
