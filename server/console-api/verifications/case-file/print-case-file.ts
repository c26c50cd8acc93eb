// Prints case files in a thread.

import { workerFile } from '../../../kernel/built-files.js'
import type { PrintInThread } from '../../printing/print-in-thread.ts'
import type { CaseFile } from './case-file.ts'

/** @throws the signal's reason once that aborts */
export type PrintCaseFile = (file: CaseFile, signal: AbortSignal) => Promise<Buffer>

export function createCaseFilePrinter(print: PrintInThread): PrintCaseFile {
  return (file, signal) => print(workerFile('./case-file-thread.ts', import.meta.url), file, signal)
}
