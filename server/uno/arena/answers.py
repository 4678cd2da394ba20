"""The arena's answers: always JSON, including every refusal (arena.md 2)."""

from __future__ import annotations

import json
import logging
from typing import Any, Final

from aiohttp import web
from aiohttp.typedefs import Handler
from aiohttp.web_protocol import RequestPayloadError

from .errors import Malformed, NotJson, TooLarge

Json = Any
log = logging.getLogger("paiju.arena")

BODY_LIMIT: Final = 16 * 1024
_HEADERS: Final = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}


def answer(body: Json, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    return web.json_response(body, status=status, headers={**_HEADERS, **(headers or {})})


async def written(request: web.Request, body: Json) -> web.Response:
    """Send the answer; when this returns, it is on its way to the client."""
    response = answer(body)
    await response.prepare(request)
    await response.write_eof()
    return response


@web.middleware
async def always_json(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer in JSON even at unknown paths, because clients call `.json()` before they check the status."""
    try:
        return await handler(request)
    except web.HTTPException as error:
        said = error.reason if error.text is None or error.text.startswith(f"{error.status}:") else error.text
        kept = {name: error.headers[name] for name in ("Allow", "Retry-After") if name in error.headers}
        return answer({"error": said.capitalize()}, error.status, kept)
    except Exception:
        log.exception("%s %s failed", request.method, request.path)
        return answer({"error": "The server has failed"}, 500)


async def body_of(request: web.Request) -> dict[str, Json]:
    """The JSON object in the request; an empty body counts as an empty object."""
    if (request.content_length or 0) > BODY_LIMIT:
        raise TooLarge(f"The body may have {BODY_LIMIT} bytes")
    try:
        raw = await request.content.read(BODY_LIMIT + 1)
        while len(raw) <= BODY_LIMIT and not request.content.at_eof():
            raw += await request.content.read(BODY_LIMIT + 1 - len(raw))
    except RequestPayloadError:
        raise Malformed("The body cannot be read") from None
    if len(raw) > BODY_LIMIT:
        raise TooLarge(f"The body may have {BODY_LIMIT} bytes")
    if not raw:
        return {}
    if request.content_type != "application/json":
        raise NotJson("Content-Type must be application/json")
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        raise Malformed("The body is not JSON") from None
    if not isinstance(body, dict):
        raise Malformed("The body must be a JSON object")
    return body


def token_of(body: dict[str, Json], field: str) -> str:
    token = body.get(field)
    if not isinstance(token, str) or not 0 < len(token) <= 64:
        raise Malformed(f"{field} must be a text")
    return token


def bool_of(body: dict[str, Json], field: str) -> bool | None:
    value = body.get(field)
    if value is not None and not isinstance(value, bool):
        raise Malformed(f"{field} must be true or false")
    return value


def flag_of(request: web.Request, name: str) -> bool | None:
    """A yes or no in the query; None if it is missing or empty."""
    value = request.query.get(name, "").lower()
    if not value:
        return None
    if value not in ("true", "false", "1", "0"):
        raise Malformed(f"{name} must be true or false")
    return value in ("true", "1")
