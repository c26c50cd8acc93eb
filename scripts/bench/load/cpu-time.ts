// Processor time of a process, which other work on the machine changes less than its rate. Linux only (/proc).

import { readFileSync } from 'node:fs'

const msPerTick = 10

/** Returns user and system time so far in milliseconds; undefined where there is no /proc. */
export function cpuMsOf(pid: number): number | undefined {
  try {
    const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = afterName.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * msPerTick
  } catch {
    return undefined
  }
}

/** Returns the processor time of the processes that this one started, running or ended, in milliseconds. */
export function childrenCpuMsOf(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = afterName.split(' ')
    const ended = (Number(fields[13]) + Number(fields[14])) * msPerTick
    return children.reduce((sum, child) => sum + (cpuMsOf(Number(child)) ?? 0), ended)
  } catch {
    return 0
  }
}
