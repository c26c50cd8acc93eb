// Prints case files in a thread.

import type { PrintInThread } from '../../printing/print-in-thread.ts'
import type { CaseFile } from './case-file.ts'

/** @throws the signal's reason once that aborts */
export type PrintCaseFile = (file: CaseFile, signal: AbortSignal) => Promise<Buffer>

export function createCaseFilePrinter(print: PrintInThread): PrintCaseFile {
  const program = new URL('./case-file-thread.ts', import.meta.url)
  return (file, signal) => print(program, file, signal)
}
