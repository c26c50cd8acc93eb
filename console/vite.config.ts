// How Vite builds the console: every address below /console/, nothing inlined as data: (the policy of the page
// forbids it). Files get no nonce from Vite (`html.cspNonce`): the policy allows them as files of this origin, and with
// another nonce in each response the browser would compile the scripts anew at each load.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { wordsPlugin } from './words-plugin.ts'

/** Of `npm run console:dev`: the server's API, but not the sources in console/api. */
const serverPaths = '^/console/api/(?!.*\\.tsx?(?:\\?|$))'

// biome-ignore lint/style/noDefaultExport: the form in which Vite wants it
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  // Beside the packages, so that nothing is cached among the sources.
  cacheDir: fileURLToPath(new URL('../node_modules/.vite', import.meta.url)),
  plugins: [react(), stylesOfMantine(), wordsPlugin()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    chunkSizeWarningLimit: 900,
    reportCompressedSize: false,
    // One file each: the sign-in and the layout of the pages, the page after it, and what many other pages need. Each
    // button and icon in a file of its own would make a hundred requests of a page, and compresses worse: see
    // test/console/first-load.test.ts.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'overview', test: /overview-page\.tsx$/, priority: 1 },
            { name: 'shared', minShareCount: 8 },
          ],
        },
      },
    },
  },
  server: { proxy: { [serverPaths]: process.env.SVC_DEV_SERVER ?? 'http://127.0.0.1:8080' } },
})

/** Each component of Mantine brings its own style, so that the first page loads those of its components only. */
function stylesOfMantine(): Plugin {
  let isServing = false
  return {
    name: 'styles-of-mantine',
    configResolved({ command }) {
      isServing = command === 'serve'
    },
    transform(code, id) {
      const style = isServing ? styleServedWith(id) : styleBuiltWith(id)
      return style === undefined ? null : { code: `import '${style}'\n${code}`, map: null }
    },
  }
}

function styleBuiltWith(id: string): string | undefined {
  const component = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1]
  if (component === undefined) return undefined
  const style = `@mantine/core/styles/${component}.layer.css`
  const isThere = existsSync(fileURLToPath(new URL(`../node_modules/${style}`, import.meta.url)))
  return isThere ? style : undefined
}

/** Under `npm run console:dev`, packages are bundled before plugins see them: the styles of all come at once. */
function styleServedWith(id: string): string | undefined {
  return id.endsWith('/console/main.tsx') ? '@mantine/core/styles.layer.css' : undefined
}
