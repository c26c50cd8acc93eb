// Reads package-lock.json and lists the shipped packages: those that the server uses and those that are built into
// the console. Packages for building and testing are not shipped.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const productDir = fileURLToPath(new URL('../..', import.meta.url))

const entryShape = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
})
const lockShape = z.object({
  name: z.string(),
  version: z.string(),
  packages: z.record(z.string(), entryShape),
})

type Entry = z.infer<typeof entryShape>

/** Where a package runs: in the server, or in the browser as part of the console. */
type Place = 'server' | 'console'

export interface ShippedPackage {
  readonly name: string
  readonly version: string
  /** The declared licence, an SPDX expression. */
  readonly declared: string | undefined
  /** `sha512-` and base64, which npm checks. */
  readonly integrity: string | undefined
  /** Not installed on machines that it does not support. */
  readonly isOptional: boolean
  readonly places: readonly Place[]
  /** Dependencies among the shipped packages, as `name@version`. */
  readonly uses: readonly string[]
}

export interface Shipment {
  readonly name: string
  readonly version: string
  readonly packages: readonly ShippedPackage[]
}

export function keyOf({ name, version }: Pick<ShippedPackage, 'name' | 'version'>): string {
  return `${name}@${version}`
}

/** Returns each name and version once, sorted. */
export function readShipment(): Shipment {
  const text = readFileSync(join(productDir, 'package-lock.json'), 'utf8')
  return shipmentOf(text, consoleImports())
}

/** @param imported names of the packages that the console's pages import */
export function shipmentOf(lockText: string, imported: readonly string[]): Shipment {
  const { name, version, packages } = lockShape.parse(JSON.parse(lockText))
  const inServer = Object.keys(packages).filter((path) => path !== '' && !packages[path]?.dev)
  const inConsole = closure(packages, imported)
  const found = new Map<string, ShippedPackage>()
  for (const path of [...inServer, ...inConsole]) {
    const places: Place[] = []
    if (inServer.includes(path)) places.push('server')
    if (inConsole.includes(path)) places.push('console')
    const one = shipped(packages, path, places)
    const before = found.get(keyOf(one))
    found.set(keyOf(one), before ? merged(before, one) : one)
  }
  const sorted = [...found.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  return { name, version, packages: sorted }
}

function shipped(
  packages: Readonly<Record<string, Entry>>,
  path: string,
  places: readonly Place[],
): ShippedPackage {
  const entry = packages[path] ?? {}
  const uses = usedBy(entry)
    .map((name) => placeOf(packages, path, name))
    .filter((used) => used !== undefined)
    .map((used) => `${nameAt(used)}@${packages[used]?.version}`)
  return {
    name: nameAt(path),
    version: entry.version ?? '',
    declared: entry.license,
    integrity: entry.integrity,
    isOptional: entry.optional === true,
    places,
    uses: [...new Set(uses)].sort(),
  }
}

/** Merges two folders of the same package. */
function merged(one: ShippedPackage, other: ShippedPackage): ShippedPackage {
  return {
    ...one,
    isOptional: one.isOptional && other.isOptional,
    places: [...new Set([...one.places, ...other.places])].sort().reverse(),
    uses: [...new Set([...one.uses, ...other.uses])].sort(),
  }
}

/** Returns the paths of these packages and of all their dependencies. */
function closure(
  packages: Readonly<Record<string, Entry>>,
  names: readonly string[],
): readonly string[] {
  const found = new Set<string>()
  const waiting = names.map((name) => placeOf(packages, '', name))
  for (let path = waiting.pop(); waiting.length > 0 || path !== undefined; path = waiting.pop()) {
    if (path === undefined || found.has(path)) continue
    found.add(path)
    const from = path
    waiting.push(...usedBy(packages[path] ?? {}).map((name) => placeOf(packages, from, name)))
  }
  return [...found]
}

function usedBy({ dependencies, optionalDependencies }: Entry): readonly string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies })
}

/** Returns the folder that Node resolves the package to from a module at `path`. */
function placeOf(
  packages: Readonly<Record<string, Entry>>,
  path: string,
  name: string,
): string | undefined {
  const tried = `${path === '' ? '' : `${path}/`}node_modules/${name}`
  if (tried in packages) return tried
  if (path === '') return undefined
  const outer = path.lastIndexOf('/node_modules/')
  return placeOf(packages, outer === -1 ? '' : path.slice(0, outer), name)
}

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Returns the packages that the pages import, without type imports. */
function consoleImports(): readonly string[] {
  const files = globSync('console/**/*.{ts,tsx,css}', {
    cwd: productDir,
    exclude: ['{cli,console}/dist/**'],
  })
  const specifiers = files.flatMap((file) => {
    const text = readFileSync(join(productDir, file), 'utf8')
    const code = text.replace(/^import type [\s\S]*?from '[^']*'/gm, '')
    return [...code.matchAll(/(?:from |import |import\(|@import )['"]([^.'"/][^'"]*)['"]/g)]
  })
  const names = specifiers.map(([, specifier = '']) =>
    specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/'),
  )
  const builders = ['vite', '@vitejs/plugin-react']
  return [...new Set(names)].filter((name) => !name.startsWith('node:') && !builders.includes(name))
}
