// Reads facts about the processor, and a process and its memory, from /proc; undefined where the system has none.

import { readFile } from 'node:fs/promises'

/** A limit in its unit; Infinity for none. */
export interface ServerLimits {
  readonly openFiles: number
  readonly coreBytes: number
}

export async function readLimits(pid: number): Promise<ServerLimits | undefined> {
  const text = await readOrNone(`/proc/${pid}/limits`)
  return text === undefined ? undefined : parseLimits(text)
}

/** @param text `/proc/PID/limits` */
export function parseLimits(text: string): ServerLimits {
  const soft = (name: string) => {
    const value = new RegExp(`^${name} +(\\S+)`, 'm').exec(text)?.[1]
    return value === undefined || value === 'unlimited' ? Number.POSITIVE_INFINITY : Number(value)
  }
  return { openFiles: soft('Max open files'), coreBytes: soft('Max core file size') }
}

export interface SwapFacts {
  /** Memory of the process that has been swapped out. */
  readonly usedBytes: number
  /** Whether the kernel may swap the process out. */
  readonly isAllowed: boolean
  /** Swap spaces on disks, compressed memory left out. */
  readonly devices: readonly string[]
}

export async function readSwap(pid: number): Promise<SwapFacts | undefined> {
  const swaps = await readOrNone('/proc/swaps')
  const status = await readOrNone(`/proc/${pid}/status`)
  if (swaps === undefined || status === undefined) return undefined
  const group = (await readControlGroup(pid)) ?? ''
  const limit = await readOrNone(`/sys/fs/cgroup${group}/memory.swap.max`)
  return { ...parseSwap(swaps, status), isAllowed: limit?.trim() !== '0' }
}

/** Returns the control group of a process, such as `/system.slice/svc.service`. */
export async function readControlGroup(pid: number): Promise<string | undefined> {
  return /^0::(.*)$/m.exec((await readOrNone(`/proc/${pid}/cgroup`)) ?? '')?.[1]
}

/** @param swaps `/proc/swaps`  @param status `/proc/PID/status` */
export function parseSwap(swaps: string, status: string): Omit<SwapFacts, 'isAllowed'> {
  const names = swaps
    .split('\n')
    .slice(1)
    .map((line) => line.split(/\s/)[0] ?? '')
  const used = Number(/^VmSwap:\s+(\d+) kB/m.exec(status)?.[1] ?? 0)
  return {
    usedBytes: used * 1024,
    devices: names.filter((name) => name !== '' && !name.startsWith('/dev/zram')),
  }
}

/** Returns what the first processor can do, as Linux names it. */
export async function readProcessorFlags(): Promise<readonly string[] | undefined> {
  const text = await readOrNone('/proc/cpuinfo')
  return text === undefined ? undefined : parseProcessorFlags(text)
}

/** @param text `/proc/cpuinfo`; undefined if it does not say */
export function parseProcessorFlags(text: string): readonly string[] | undefined {
  const line = text.split('\n').find((one) => one.startsWith('flags') || one.startsWith('Features'))
  return line
    ?.slice(line.indexOf(':') + 1)
    .trim()
    .split(' ')
}

/** Returns the user id that a process runs as. */
export async function readUserOf(pid: number): Promise<number | undefined> {
  const status = await readOrNone(`/proc/${pid}/status`)
  const id = /^Uid:\s+\d+\s+(\d+)/m.exec(status ?? '')?.[1]
  return id === undefined ? undefined : Number(id)
}

async function readOrNone(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined)
}
