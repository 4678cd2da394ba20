"""Frequently requested text: compressed for browsers that accept it, and not sent again to those that have it."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache

from aiohttp import ETag, web


def compressed(request: web.Request, body: bytes, kind: str) -> web.Response:
    """The answer for this browser. It may be cached, but must be revalidated each time."""
    tag = hashlib.sha256(body).hexdigest()[:20]
    response = web.Response(content_type=kind, charset="utf-8")
    # Weak: the compressed and the plain bytes share one tag.
    response.etag = ETag(value=tag, is_weak=True)
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Encoding"
    if any(known.value == tag for known in request.if_none_match or ()):
        response.set_status(304)
    elif "gzip" in request.headers.get("Accept-Encoding", ""):
        response.headers["Content-Encoding"] = "gzip"
        response.body = _zipped(body)
    else:
        response.body = body
    return response


@lru_cache(maxsize=32)
def _zipped(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
