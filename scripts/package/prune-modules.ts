// Removes from the packages of a release what a server does not run: npm's own files, sources of compiled packages, and
// their binaries for other machines.

import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Arch } from './release-platform.ts'

/** @param modules folder `node_modules` of the release, which is changed */
export function pruneModules(modules: string, arch: Arch): void {
  for (const folder of commandFolders(modules)) rmSync(folder, { recursive: true })
  for (const path of ['.package-lock.json', 'better-sqlite3/deps', 'better-sqlite3/src']) {
    rmSync(join(modules, path), { recursive: true, force: true })
  }
  const prebuilds = join(modules, 'better-sqlite3/prebuilds')
  for (const file of readdirSync(prebuilds)) {
    if (file !== `linux-${arch}.node`) rmSync(join(prebuilds, file), { recursive: true })
  }
  const runtimes = join(modules, 'onnxruntime-node/bin/napi-v6')
  for (const system of readdirSync(runtimes)) {
    for (const machine of readdirSync(join(runtimes, system))) {
      if (`${system}-${machine}` === `linux-${arch}`) continue
      rmSync(join(runtimes, system, machine), { recursive: true })
    }
  }
}

/** Lists the folders of links to commands: npm makes one in each `node_modules`, those inside of packages included. */
function commandFolders(modules: string): readonly string[] {
  return readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === '.bin' && basename(entry.parentPath) === 'node_modules')
    .map((entry) => join(entry.parentPath, entry.name))
}
