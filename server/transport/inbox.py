"""WebSockets whose messages are dealt with in the moment in which they arrive, not by a task that waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from aiohttp import WSMessage, web
from aiohttp._websocket.reader import WebSocketDataQueue
from aiohttp.http_websocket import WebSocketReader

from .line import CLOSE_TIMEOUT


class Inbox(WebSocketDataQueue):
    """Shows each message to `deal` first, unless others wait before it; what `deal` leaves is kept for `receive`."""

    deal: Callable[[WSMessage], bool] | None = None

    def feed_data(self, message: Any, size: int) -> None:
        if self._buffer or self.deal is None or not self.deal(message):
            super().feed_data(message, size)


class DirectWebSocket(web.WebSocketResponse):
    """A WebSocket with such an inbox."""

    inbox: Inbox

    def __init__(self, max_size: int) -> None:
        # Whoever reads closes it, when the answers to what came before the close frame have been given.
        super().__init__(max_msg_size=max_size, compress=False, timeout=CLOSE_TIMEOUT, autoclose=False)
        self._max_size = max_size

    def _post_start(self, request: web.BaseRequest, protocol: str | None, writer: Any) -> None:
        http = request.protocol
        early, http._message_tail = http._message_tail, b""  # sent before the handshake was answered
        super()._post_start(request, protocol, writer)
        # The parser that was set just now fills a queue that only keeps.
        http._payload_parser, http._message_tail = None, early
        self._reader = self.inbox = Inbox(http, 2**16, loop=asyncio.get_running_loop())
        self._parser = WebSocketReader(self.inbox, self._max_size, compress=False, decode_text=True)
        http.set_parser(self._parser)
