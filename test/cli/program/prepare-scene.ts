// A product folder with stand-ins for npm, for the tests of scripts/prepare.js.

import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { openProductFolder } from './product-folder.ts'

export const prepare = 'scripts/prepare.js'

/** Stands in for npm: notes its arguments, then installs by making the list that npm keeps. */
const npm = `#!/bin/sh
echo "$@" >> npm-calls
if [ -n "$NPM_FAILS" ]; then exit "$NPM_FAILS"; fi
case "$NPM_IS_STALE $*" in yes*--prefer-offline*) exit 1 ;; esac
while [ -n "$NPM_WAITS" ] && [ ! -e go-on ]; do sleep 0.02; done
mkdir -p node_modules
cp package-lock.json node_modules/.package-lock.json
`

export const locked = (version: string) =>
  JSON.stringify({
    packages: {
      '': { name: 'svc' },
      'node_modules/koa': { version },
      'node_modules/only-elsewhere': { version: '1.0.0', optional: true },
    },
  })

export type Product = ReturnType<typeof openProductFolder>

export function openProduct(): Product {
  const product = openProductFolder([
    prepare,
    'scripts/build-console.js',
    'scripts/build-program.js',
    'scripts/run-vite.js',
    'server/kernel/built-files.js',
    'cli/right-node.js',
  ])
  product.write('bin/npm', npm, 0o700)
  product.write('package-lock.json', locked('1.0.0'))
  return product
}

export function withNpm(product: Product, env: Readonly<Record<string, string>> = {}) {
  const places = [join(product.folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin']
  return { env: { PATH: places.join(delimiter), ...env } }
}

export function npmCalls(product: Product): readonly string[] {
  const file = join(product.folder, 'npm-calls')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}
