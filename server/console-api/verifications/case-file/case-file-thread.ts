// The program of the thread that lays out one case file and prints it. It is started for each file.

import { parentPort, workerData } from 'node:worker_threads'
import { printPdf } from '../../printing/print-pdf.ts'
import type { CaseFile } from './case-file.ts'
import { caseFilePages } from './case-file-pages.ts'

const file = workerData as CaseFile
// A Buffer arrives in a thread as a plain Uint8Array.
const images = file.images.map(({ role, jpeg }) => ({ role, jpeg: Buffer.from(jpeg) }))
parentPort?.postMessage(await printPdf(caseFilePages({ ...file, images })))
