# Three stages: the client, the compiled wheel that carries it, and an image with nothing but Python and Paiju.
FROM node:22-slim AS client
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run release

FROM python:3.12-slim AS wheel
WORKDIR /src
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY requirements requirements
RUN pip install --no-cache-dir --require-hashes -r requirements/run.lock -r requirements/release.lock
COPY --from=client /src /src
RUN rm -rf node_modules && PAIJU_COMPILE=1 python -m build --no-isolation --wheel

FROM python:3.12-slim
COPY requirements/run.lock /tmp/run.lock
RUN pip install --no-cache-dir --require-hashes -r /tmp/run.lock && rm /tmp/run.lock
COPY --from=wheel /src/dist/*.whl /tmp/
RUN pip install --no-cache-dir --no-deps /tmp/*.whl && rm /tmp/*.whl \
 && useradd --system --create-home --home-dir /var/lib/paiju paiju
USER paiju
ENV PAIJU_DATA=/var/lib/paiju/data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["python", "-c", \
  "import urllib.request as u; u.urlopen('http://localhost:8000/readyz', timeout=2)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["paiju"]
CMD ["serve", "--quiet"]
