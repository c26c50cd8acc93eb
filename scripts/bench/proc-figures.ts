// Figures of processes from /proc: processor time, memory, and which child is which program.

import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second, on every Linux that Node runs on. */
const ticksPerSecond = 100

/** Returns the id of a child of this process whose command names this program. */
export function childPid(program: string): number | undefined {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find(
      (pid) =>
        /^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] === String(process.pid) &&
        read(pid, 'cmdline').includes(program),
    )
}

/** Of user and system; 0 without such a process. */
export function cpuSeconds(pid: number | undefined): number {
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond
}

/** 0 without such a process. */
export function residentMb(pid: number | undefined): number {
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(read(pid, 'status'))?.[1] ?? 0) / 1024)
}

function read(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
