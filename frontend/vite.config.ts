import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const server = process.env.WHYBENCH_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  // Django serves what is built here below its static address.
  base: "/static/",
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    manifest: true,
    // A font inlined into the style sheet would be loaded by everyone, wanted or not.
    assetsInlineLimit: 0,
  },
  server: { proxy: { "/api": server, "/healthz": server } },
  test: {
    environment: "jsdom",
    setupFiles: ["./src/app/testSetup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    css: false,
    // Makes the browser once for each worker instead of once for each file: a third of the time.
    pool: "vmThreads",
  },
});
