// Prints reports in a thread.

import type { PrintInThread } from '../printing/print-in-thread.ts'
import type { PrintedReport } from './report-pages.ts'

/** @throws the signal's reason once that aborts */
export type PrintReport = (report: PrintedReport, signal: AbortSignal) => Promise<Buffer>

export function createReportPrinter(print: PrintInThread): PrintReport {
  const program = new URL('./report-thread.ts', import.meta.url)
  return (report, signal) => print(program, report, signal)
}
