// Finds in /proc the running programs that a process has started to work on pictures.

import { readdirSync, readFileSync } from 'node:fs'

const isPid = (name: string) => /^\d+$/.test(name)

export function decoderPids(parent = process.pid): readonly number[] {
  return programPids('decoder-program', parent)
}

export function programPids(program: string, parent = process.pid): readonly number[] {
  return readdirSync('/proc')
    .filter(isPid)
    .map(Number)
    .filter((pid) => parentOf(pid) === parent && read(pid, 'cmdline').includes(program))
}

export function isAlive(pid: number): boolean {
  return /^State:\s+[^ZX]/m.test(read(pid, 'status'))
}

export function peakMegabytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0) / 1024
}

export function environmentOf(pid: number): readonly string[] {
  return read(pid, 'environ').split('\0').filter(Boolean)
}

/** The words of its command line. */
export function commandOf(pid: number): readonly string[] {
  return read(pid, 'cmdline').split('\0').filter(Boolean)
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1])
}

/** Returns an empty text if the program has just ended. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
