// Figures of processes from /proc: processor time, memory, and which child is which program. Processor time, because
// other work on the machine changes it less than a rate. Linux only.

import { readdirSync, readFileSync } from 'node:fs'

/** 100 ticks a second, on every Linux that Node runs on. */
const msPerTick = 10

/** Returns user and system time so far in milliseconds; undefined without such a process, or without /proc. */
export function cpuMsOf(pid: number | undefined): number | undefined {
  const ticks = ticksOf(pid)
  return ticks && (ticks.user + ticks.system) * msPerTick
}

/** Returns the processor time of the processes that this one started, running or ended, in milliseconds. */
export function childrenCpuMsOf(pid: number): number {
  const ended = ticksOf(pid)?.endedChildren ?? 0
  return childrenOf(pid).reduce((sum, child) => sum + (cpuMsOf(child) ?? 0), ended * msPerTick)
}

function ticksOf(pid: number | undefined) {
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ').map(Number) ?? []
  const [user, system, userOfEnded, systemOfEnded] = fields.slice(11, 15)
  if (user === undefined || system === undefined) return undefined
  return { user, system, endedChildren: (userOfEnded ?? 0) + (systemOfEnded ?? 0) }
}

/** Memory now. @throws Error without such a process, and where there is no /proc */
export function residentMb(pid: number | undefined): number {
  const found = /^VmRSS:\s+(\d+)/m.exec(read(pid, 'status'))
  if (found === null) throw new Error(`/proc has no memory of process ${pid}`)
  return mb(found)
}

/** The most memory that it ever had; 0 without such a process. */
export function peakMb(pid: number): number {
  return mb(/^VmHWM:\s+(\d+)/m.exec(read(pid, 'status')))
}

/** Memory of a process and its children; what they share counts once. */
export function togetherMb(pid: number): number {
  const each = [pid, ...childrenOf(pid)]
  return each.reduce((sum, one) => sum + mb(/^Pss:\s+(\d+)/m.exec(read(one, 'smaps_rollup'))), 0)
}

function mb(kilobytes: RegExpExecArray | null): number {
  return Math.round(Number(kilobytes?.[1] ?? 0) / 1024)
}

/** Returns the id of a child of this process whose command names this program. */
export function childPid(program: string): number | undefined {
  return childrenOf(process.pid).find((pid) => read(pid, 'cmdline').includes(program))
}

function childrenOf(parent: number): readonly number[] {
  return namesInProc()
    .map(Number)
    .filter((pid) => pid > 0 && /^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] === `${parent}`)
}

/** None where there is no /proc. */
function namesInProc(): readonly string[] {
  try {
    return readdirSync('/proc')
  } catch {
    return []
  }
}

function read(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
