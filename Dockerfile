# Three stages: the client, the compiled wheel that contains it, and an image with only Python and Paiju.
# Base images are pinned by the digest of the multi-platform index. To find a newer one:
#   docker buildx imagetools inspect python:3.12-slim --format '{{.Manifest.Digest}}'
ARG NODE=node:22-slim@sha256:83f487e0a63425e5b4d146fb5e5be574bcbe1b7b843d3ebafdd95eaf7767a7e5
ARG PYTHON=python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea

FROM ${NODE} AS client
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run release

FROM ${PYTHON} AS wheel
WORKDIR /src
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY requirements requirements
RUN pip install --no-cache-dir --require-hashes -r requirements/run.lock -r requirements/release.lock
COPY --from=client /src /src
RUN rm -rf node_modules && PAIJU_COMPILE=1 python -m build --no-isolation --wheel

FROM ${PYTHON}
COPY requirements/run.lock /tmp/run.lock
RUN pip install --no-cache-dir --require-hashes -r /tmp/run.lock && rm /tmp/run.lock
COPY --from=wheel /src/dist/*.whl /tmp/
# The user's number is fixed, so that the files in a volume keep their owner when the image changes.
RUN pip install --no-cache-dir --no-deps /tmp/*.whl && rm /tmp/*.whl \
 && groupadd --system --gid 10001 paiju \
 && useradd --system --uid 10001 --gid paiju --create-home --home-dir /var/lib/paiju paiju
USER 10001:10001
ENV PAIJU_DATA=/var/lib/paiju/data PYTHONUNBUFFERED=1
VOLUME /var/lib/paiju
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["python", "-c", \
  "import urllib.request as u; from server.base.settings import settings as s; u.urlopen(f'http://localhost:{s().port}/readyz', timeout=2)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["paiju"]
CMD ["serve", "--quiet"]
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Paiju" \
      org.opencontainers.image.description="A real-time card table for the browser: UNO and Shandong Upgrade" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
