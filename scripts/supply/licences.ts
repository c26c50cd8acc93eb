// Which licences the shipped packages have, and whether each is one that a bank can run: nothing undeclared,
// no copyleft beyond LGPL. Keeps data/reference/third-party-licences.md. Run: npm run licences

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { keyOf, readShipment, type ShippedPackage } from './lockfile.ts'

const page = fileURLToPath(new URL('../../data/reference/third-party-licences.md', import.meta.url))

/** SPDX identifiers. Another one is looked at by a person before it is added here. */
const accepted: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-2.1-only',
  'LGPL-2.1-or-later',
  'LGPL-3.0-only',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

/** Packages that say it in their LICENSE file, or in a field that npm gave up; read there, for this version. */
const saidElsewhere: ReadonlyMap<string, string> = new Map([
  ['busboy@1.6.0', 'MIT'],
  ['png-js@1.1.0', 'MIT'],
  ['streamsearch@1.1.0', 'MIT'],
])

/** An SPDX expression; undefined where the package declares none. */
export function licenceOf(one: ShippedPackage): string | undefined {
  return one.declared ?? saidElsewhere.get(keyOf(one))
}

/** One line for each package that must not be shipped, with the reason. */
export function licenceFaults(packages: readonly ShippedPackage[]): readonly string[] {
  return packages.flatMap((one) => {
    const licence = licenceOf(one)
    if (licence === undefined) return [`${keyOf(one)} declares no licence`]
    return isAccepted(licence) ? [] : [`${keyOf(one)} is under ${licence}, which is not accepted`]
  })
}

/** Of alternatives one must be accepted, of conditions that hold together every one. */
export function isAccepted(expression: string): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  const one = (): boolean => {
    const word = words[at++]
    if (word !== '(') return word !== undefined && accepted.has(word)
    const inner = either()
    return words[at++] === ')' && inner
  }
  const all = (): boolean => {
    let holds = one()
    while (words[at] === 'AND') {
      at += 1
      holds = one() && holds
    }
    return holds
  }
  const either = (): boolean => {
    let holds = all()
    while (words[at] === 'OR') {
      at += 1
      holds = all() || holds
    }
    return holds
  }
  return either() && at === words.length
}

export function readLicencePage(): string {
  return readFileSync(page, 'utf8')
}

/** The page as it must be. */
export function licencePage(packages: readonly ShippedPackage[]): string {
  const rows = packages.map(
    (one) =>
      `| ${one.name} | ${one.version} | ${licenceOf(one) ?? 'none declared'} | ${one.places.join(', ')}${one.isOptional ? ', on some machines' : ''} |`,
  )
  return [
    '# Licences of what is shipped',
    '',
    'Every package that the server runs with or that is built into the console, from `package-lock.json`; made by',
    '`npm run licences`. The full text of each lies in the package, below `node_modules/`. libvips (the',
    '`@img/sharp-libvips-*` packages) is under the LGPL: a shared library of its own file, which can be replaced.',
    '',
    '| package | version | licence (SPDX) | part of |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

if (import.meta.main) {
  const { packages } = readShipment()
  const faults = licenceFaults(packages)
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  if (faults.length === 0) writeFileSync(page, licencePage(packages))
  process.exitCode = faults.length === 0 ? 0 : 1
}
