// Prints reports in a thread.

import { workerFile } from '../../kernel/built-files.js'
import type { PrintInThread } from '../printing/print-in-thread.ts'
import type { PrintedReport } from './report-pages.ts'

/** @throws the signal's reason once that aborts */
export type PrintReport = (report: PrintedReport, signal: AbortSignal) => Promise<Buffer>

export function createReportPrinter(print: PrintInThread): PrintReport {
  return (report, signal) =>
    print(workerFile('./report-thread.ts', import.meta.url), report, signal)
}
