// Checks a release besides the tests, without a network: the licences of all shipped packages, and security
// advisories from a file. Run: npm run release-check -- advisories.json
// `npm run --silent release-check -- --question` prints the request for the registry's bulk advisory endpoint.

import { readFileSync } from 'node:fs'
import {
  advisoryQuestion,
  type Finding,
  findAdvisories,
  findingLine,
  parseAdvisories,
} from './advisories.ts'
import { licenceFaults, licencePage, readLicencePage } from './licences.ts'
import { readShipment, type ShippedPackage } from './lockfile.ts'

interface Verdict {
  readonly lines: readonly string[]
  /** 0: nothing found. 1: something found. 2: the advisories could not be checked. */
  readonly status: 0 | 1 | 2
}

export function checkRelease(
  packages: readonly ShippedPackage[],
  page: string,
  file: string | undefined,
): Verdict {
  const faults = [...licenceFaults(packages)]
  if (page !== licencePage(packages)) {
    faults.push('third-party-licences.md is not what is shipped: npm run licences')
  }
  if (file === undefined) {
    const line = 'No file of advisories was named, so that none was looked for.'
    return { lines: [...faults, line], status: 2 }
  }
  const read = findingsIn(packages, file)
  if ('fault' in read) return { lines: [...faults, read.fault], status: 2 }
  const lines = [...faults, ...read.findings.map(findingLine)]
  const summary = `${packages.length} packages, ${read.count} advisories in ${file}, ${read.findings.length} of them apply. What was published after the file was fetched is not in it.`
  return { lines: [...lines, summary], status: lines.length === 0 ? 0 : 1 }
}

function findingsIn(
  packages: readonly ShippedPackage[],
  file: string,
): { readonly findings: readonly Finding[]; readonly count: number } | { readonly fault: string } {
  try {
    const advisories = parseAdvisories(readFileSync(file, 'utf8'))
    return { findings: findAdvisories(packages, advisories), count: advisories.length }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { fault: `${file} cannot be read: ${reason.split('\n')[0]}` }
  }
}

if (import.meta.main) {
  const { packages } = readShipment()
  const [argument] = process.argv.slice(2)
  if (argument === '--question') {
    process.stdout.write(`${JSON.stringify(advisoryQuestion(packages))}\n`)
  } else {
    const { lines, status } = checkRelease(packages, readLicencePage(), argument)
    for (const line of lines) process.stdout.write(`${line}\n`)
    process.exitCode = status
  }
}
