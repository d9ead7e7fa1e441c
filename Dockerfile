# The packed suite in a container: npm pack && docker build --tag payment-acquiring-conformance .
FROM node:22
WORKDIR /suite
COPY payment-acquiring-conformance-*.tgz release.tgz
RUN npm install --no-audit --no-fund --ignore-scripts ./release.tgz
USER node
WORKDIR /work
ENTRYPOINT ["/suite/node_modules/.bin/payment-acquiring-conformance"]
