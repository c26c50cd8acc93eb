// The program of the thread that lays out one report and prints it. It is started for each file.

import { parentPort, workerData } from 'node:worker_threads'
import { printPdf } from '../printing/print-pdf.ts'
import { type PrintedReport, reportPages } from './report-pages.ts'

parentPort?.postMessage(await printPdf(reportPages(workerData as PrintedReport)))
