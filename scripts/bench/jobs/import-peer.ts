// Imports a package of `scripts/bench/peers`, which is installed only for the row `jobs`. Its types are stated where
// it is used, because the compiler must pass without it.

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const requirePeer = createRequire(new URL('../peers/package.json', import.meta.url))

export async function importPeer<Exports>(name: string): Promise<Exports> {
  const file = requirePeer.resolve(name)
  return (await import(pathToFileURL(file).href)) as Exports
}
