// A control group whose memory has a ceiling, as the unit's `MemoryMax` and the Compose file's `mem_limit` make one.
// Linux with the memory controller of either version; needs root.

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface ControlGroup {
  /** Words of a command that runs the rest of its words in the group. */
  readonly within: readonly string[]
  /** Memory of the programs alone, without the files that the kernel keeps for them and gives up when it has to. */
  ownBytes(): number
  figures(): CeilingFigures
  /** @throws Error while a process is in it */
  remove(): void
}

interface CeilingFigures {
  /** Files that the kernel keeps included. Undefined on a kernel that does not say (version 2 before Linux 5.19). */
  readonly highestBytes: number | undefined
  /** Processes that the kernel killed because the ceiling was met. */
  readonly kills: number
}

const versions = {
  v1: {
    parent: '/sys/fs/cgroup/memory',
    ceilings: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
    own: { file: 'memory.stat', name: 'rss' },
    highest: 'memory.max_usage_in_bytes',
    kills: { file: 'memory.oom_control', name: 'oom_kill' },
  },
  v2: {
    parent: '/sys/fs/cgroup',
    ceilings: ['memory.max'],
    own: { file: 'memory.stat', name: 'anon' },
    highest: 'memory.peak',
    kills: { file: 'memory.events', name: 'oom_kill' },
  },
} as const

/** @throws Error where no group can be made */
export function makeControlGroup(name: string, bytesMax: number): ControlGroup {
  const version = existsSync(versions.v1.parent) ? versions.v1 : versions.v2
  const folder = join(version.parent, name)
  mkdirSync(folder)
  for (const file of version.ceilings) writeFileSync(join(folder, file), String(bytesMax))
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const figure = ({ file, name }: { readonly file: string; readonly name: string }) =>
    figureOf(read(file), name)
  return {
    within: ['sh', '-c', `echo $$ > ${join(folder, 'cgroup.procs')}; exec "$@"`, 'sh'],
    ownBytes: () => figure(version.own),
    figures: () => ({
      highestBytes: existsSync(join(folder, version.highest))
        ? Number(read(version.highest))
        : undefined,
      kills: figure(version.kills),
    }),
    remove: () => rmdirSync(folder),
  }
}

/** @param name of a line `NAME NUMBER` */
function figureOf(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
}
