// Installs the production packages of one machine into the cache, by npm and from package-lock.json: also for a machine
// of another kind than this one, whose native packages npm fetches.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Arch } from './release-platform.ts'

/** Returns the folder that holds `node_modules`. @throws Error if npm fails */
export function productionPackages(productDir: string, arch: Arch): string {
  const lock = readFileSync(join(productDir, 'package-lock.json'))
  const digest = createHash('sha256').update(lock).digest('hex').slice(0, 16)
  const folder = join(productDir, 'node_modules/.cache/release', `${digest}-${arch}`)
  if (existsSync(folder)) return folder
  const next = `${folder}.next`
  rmSync(next, { recursive: true, force: true })
  mkdirSync(next, { recursive: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    copyFileSync(join(productDir, file), join(next, file))
  }
  process.stderr.write(`Installing the production packages for ${arch}...\n`)
  const machine = ['--os', 'linux', '--cpu', arch, '--libc', 'glibc']
  const args = ['ci', '--omit=dev', '--include=optional', '--ignore-scripts', '--prefer-offline']
  execFileSync('npm', [...args, ...machine, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: next,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PATH: pathWithoutModules() },
  })
  renameSync(next, folder)
  return folder
}

/** npm must not run under the Node of the product, which brings none. */
function pathWithoutModules(): string {
  const places = (process.env.PATH ?? '').split(delimiter)
  return places.filter((place) => !place.includes('node_modules')).join(delimiter)
}
