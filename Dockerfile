# Three stages: the client, the wheel that carries it, and an image with nothing but Python and Paiju.
FROM node:22-slim AS client
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run release

FROM python:3.12-slim AS wheel
WORKDIR /src
COPY requirements/build.lock requirements/build.lock
RUN pip install --no-cache-dir --require-hashes -r requirements/build.lock
COPY --from=client /src /src
RUN rm -rf node_modules && python -m build --no-isolation --wheel

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
