import { defineConfig } from 'vite';
import { withPalette } from '../../packages/contract/src/palette.ts';

export default defineConfig({
  base: '/pay/',
  plugins: [
    {
      name: 'palette',
      enforce: 'pre',
      transform: { filter: { id: /style\.css$/ }, handler: withPalette },
      transformIndexHtml: { order: 'pre', handler: withPalette },
    },
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // the server puts a fresh nonce in its place on each answer
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    manifest: true,
    target: 'es2023',
    // nothing as a data: URL: script-src allows this origin alone
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
});
