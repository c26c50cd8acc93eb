// Matches shipped packages with security advisories from a file: the response of npm's bulk advisory endpoint, or
// OSV records (one, an array, or one per line). Pure.

import { satisfies, validRange } from 'semver'
import { z } from 'zod'
import { keyOf, type ShippedPackage } from './lockfile.ts'

interface Advisory {
  readonly id: string
  readonly title: string
  readonly severity: string
  readonly packageName: string
  /** Affected version ranges in npm's notation; a version in any of them is affected. */
  readonly affected: readonly string[]
}

export interface Finding {
  readonly shipped: ShippedPackage
  readonly advisory: Advisory
}

const bulkShape = z.record(
  z.string(),
  z.array(
    z.looseObject({
      id: z.union([z.number(), z.string()]),
      title: z.string(),
      severity: z.string(),
      vulnerable_versions: z.string().refine((range) => validRange(range) !== null),
    }),
  ),
)

const eventShape = z.looseObject({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
})
const osvShape = z.looseObject({
  id: z.string(),
  summary: z.string().optional(),
  withdrawn: z.string().optional(),
  database_specific: z.looseObject({ severity: z.string().optional() }).optional(),
  affected: z.array(
    z.looseObject({
      package: z.looseObject({ ecosystem: z.string(), name: z.string() }),
      ranges: z.array(z.looseObject({ type: z.string(), events: z.array(eventShape) })).default([]),
      versions: z.array(z.string()).default([]),
    }),
  ),
})

/** @throws Error if the text has neither format, because such a check would have checked nothing */
export function parseAdvisories(text: string): readonly Advisory[] {
  const documents = parseJsonOrLines(text)
  const osv = z.array(osvShape).safeParse(documents)
  if (osv.success && documents.length > 0) return osv.data.flatMap(fromOsv)
  const bulk = z.tuple([bulkShape]).safeParse(documents)
  if (bulk.success) return fromBulk(bulk.data[0])
  throw new Error('neither an answer of the bulk advisory endpoint nor records in the OSV format')
}

/** Returns the advisories that affect shipped packages, in the order of the packages. */
export function findAdvisories(
  packages: readonly ShippedPackage[],
  advisories: readonly Advisory[],
): readonly Finding[] {
  return packages.flatMap((shipped) =>
    advisories
      .filter(({ packageName }) => packageName === shipped.name)
      .filter(({ affected }) => affected.some((range) => isWithin(shipped.version, range)))
      .map((advisory) => ({ shipped, advisory })),
  )
}

/** Returns the request for the bulk advisory endpoint: versions by package name. */
export function advisoryQuestion(packages: readonly ShippedPackage[]) {
  const versions = new Map<string, string[]>()
  for (const { name, version } of packages) {
    versions.set(name, [...(versions.get(name) ?? []), version])
  }
  return Object.fromEntries(versions)
}

export function findingLine({ shipped, advisory }: Finding): string {
  return `${keyOf(shipped)}: ${advisory.severity} ${advisory.id} ${advisory.title}`
}

function isWithin(version: string, range: string): boolean {
  return satisfies(version, range, { includePrerelease: true })
}

function parseJsonOrLines(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    return lines.map((line) => JSON.parse(line))
  }
}

function fromBulk(answer: z.infer<typeof bulkShape>): readonly Advisory[] {
  return Object.entries(answer).flatMap(([packageName, advisories]) =>
    advisories.map(({ id, title, severity, vulnerable_versions }) => ({
      id: String(id),
      title,
      severity,
      packageName,
      affected: [vulnerable_versions],
    })),
  )
}

function fromOsv(record: z.infer<typeof osvShape>): readonly Advisory[] {
  if (record.withdrawn !== undefined) return []
  return record.affected
    .filter((one) => one.package.ecosystem === 'npm')
    .map((one) => ({
      id: record.id,
      title: record.summary ?? '',
      severity: (record.database_specific?.severity ?? 'unrated').toLowerCase(),
      packageName: one.package.name,
      affected: [
        ...one.versions,
        ...one.ranges.filter(({ type }) => type === 'SEMVER').flatMap(rangesOf),
      ],
    }))
}

/** Each range goes from `introduced` to the next `fixed` or `last_affected`; without one it has no end. */
function rangesOf({ events }: { readonly events: readonly z.infer<typeof eventShape>[] }) {
  const ranges: string[] = []
  let from: string | undefined
  const close = (end: string) => {
    if (from !== undefined) ranges.push(`>=${from}${end}`)
    from = undefined
  }
  for (const { introduced, fixed, last_affected } of events) {
    if (introduced !== undefined) from = introduced === '0' ? '0.0.0-0' : introduced
    else if (fixed !== undefined) close(` <${fixed}`)
    else if (last_affected !== undefined) close(` <=${last_affected}`)
  }
  close('')
  return ranges
}
