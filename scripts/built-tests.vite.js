// How Vite builds the tests of the interface with all of the server that they call, as it builds the program of `svc`:
// so every endpoint answers from code as it is released.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programDir } from '../server/kernel/built-files.js'
import { lanes } from './lane-flags.js'
import { serverBuild } from './server-build.js'

const productDir = fileURLToPath(new URL('..', import.meta.url))
const settings = 'scripts/built-tests.vite.js'
const { devDependencies } = JSON.parse(readFileSync(join(productDir, 'package.json'), 'utf8'))

/**
 * All but the maker of certificates, which has packages in common with the passkeys: loaded from elsewhere, it would
 * set up for them what they need.
 */
const onlyForTests = Object.keys(devDependencies).filter((name) => name !== 'selfsigned')

const files = globSync('test/api/**/*.test.ts', { cwd: productDir }).filter((file) =>
  lanes['--usual'](readFileSync(join(productDir, file), 'utf8')),
)

// Beside the program, because a test finds files from where its source is.
const into = join(programDir, 'tests')
const { plugins, ssr, ...build } = serverBuild({
  settings,
  entries: files.map((file) => join(productDir, file)),
  into,
})

// biome-ignore lint/style/noDefaultExport: the form in which Vite wants it
export default {
  ...build,
  // They are built each time, so nobody asks whether a source has changed.
  plugins: plugins.filter(({ name }) => name !== 'remember-sources'),
  ssr: { ...ssr, external: [...ssr.external, ...onlyForTests] },
}
