// The row of a large export: the event loop of the server while one client reads a list of a million verifications.

import { databaseFile } from '../../../server/appliance.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { addUser, openConsole } from '../../../test/support/console-client.ts'
import { fillDatabase } from '../fill-database.ts'
import { insideAppliance } from '../inside-appliance.ts'
import { type Product, startProduct } from '../load/product.ts'
import { measuringTurns, turnsDuring } from '../load/turns-report.ts'
import type { Row } from '../row.ts'

const rowsCount = 1_000_000
const lineEnd = 10

export const exportRow: Row = {
  name: 'export',
  about: 'p99 delay and longest turn of the event loop during an export of a million verifications',
  isByNameOnly: true,
  lines: [
    { label: 'export: delay p99', unit: 'ms', limit: { kind: 'figure', atMost: 20 } },
    { label: 'export: longest', unit: 'ms', limit: { kind: 'figure', atMost: 50 } },
  ],
  async measure(bench) {
    bench.say(`writing ${rowsCount} verifications`)
    const product = await startFilled()
    try {
      bench.say('exporting')
      const from = performance.now()
      const { p99Ms, maxMs } = await turnsDuring(product, () => exportAll(product))
      const seconds = (performance.now() - from) / 1000
      const details = [`${rowsCount} rows in ${seconds.toFixed(1)} s`]
      return [
        { kind: 'figure', ours: p99Ms, details },
        { kind: 'figure', ours: maxMs },
      ]
    } finally {
      await product.stop()
    }
  },
}

async function startFilled(): Promise<Product> {
  const product = await startProduct({
    environment: 'live',
    settings: { SVC_SECOND_FACTOR_REQUIRED: 'no' },
    variables: measuringTurns,
  })
  await product.end('SIGTERM')
  await insideAppliance(product.env, async (appliance) => {
    const writing = openDb(databaseFile(appliance.config))
    fillDatabase(writing.raw, rowsCount)
    await writing.close()
    appliance.db.optimize()
    await addUser(appliance, 'reviewer')
  })
  await product.startAgain()
  return product
}

/** Counts the lines as they arrive: a browser writes them to a file, too. */
async function exportAll(product: Product): Promise<void> {
  const client = openConsole(product)
  await client.signIn('reviewer@bank.example')
  const response = await fetch(`${product.url}/console/api/verifications/export`, {
    method: 'POST',
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'svc-csrf': client.csrf,
      Cookie: client.cookie ?? '',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ environment: 'live' }),
  })
  let lines = 0
  for await (const chunk of response.body ?? []) {
    for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, at + 1)) lines += 1
  }
  if (response.status !== 200 || lines < rowsCount) {
    throw new Error(`the export ended with ${response.status} after ${lines} lines`)
  }
}
