// Checks an uploaded zip. Like Smile ID, the simulator accepts the upload first and reports faults
// in the job's result (reference 7.7).

import type { OutcomeName, SimulatedImageRole, SimulatedJob, StatedIdentity } from './job.ts'
import { type Manifest, type ManifestImage, readManifest } from './manifest.ts'
import { readZipContents, type ZipContents } from './zip-contents.ts'

export interface ZipFindings {
  /** Why the job fails before any check: 0903, 2203 or 0001; absent for a sound zip. */
  readonly fault?: OutcomeName
  readonly identity: StatedIdentity
  /** Roles of the usable images, each once. */
  readonly images: readonly SimulatedImageRole[]
}

/** @param zipDescriptor an open file with the zip; the caller closes it */
export async function checkZip(
  job: Pick<SimulatedJob, 'jobType' | 'useEnrolledImage'>,
  zipDescriptor: number,
): Promise<ZipFindings> {
  const contents = await readZipContents(zipDescriptor)
  if (contents === undefined) return { fault: 'zip_corrupt', identity: {}, images: [] }
  const manifest =
    contents.manifestText === undefined
      ? undefined
      : readManifest(contents.manifestText, job.jobType)
  if (manifest === undefined) return { fault: 'package_malformed', identity: {}, images: [] }
  if (refersToRepeatedName(manifest, contents)) {
    return { fault: 'zip_corrupt', identity: manifest.identity, images: [] }
  }
  return judgeImages(job, manifest, contents)
}

function refersToRepeatedName(manifest: Manifest, contents: ZipContents): boolean {
  const names = ['info.json', ...manifest.images.flatMap(fileNameOf)]
  return names.some((name) => contents.repeatedNames.has(name))
}

function fileNameOf(image: ManifestImage): readonly string[] {
  return image.carrier.kind === 'file' ? [image.carrier.fileName] : []
}

function judgeImages(
  job: Pick<SimulatedJob, 'jobType' | 'useEnrolledImage'>,
  manifest: Manifest,
  contents: ZipContents,
): ZipFindings {
  const sent = manifest.images.filter((image) => image.carrier.kind !== 'none')
  const usable = new Set(sent.filter((p) => isUsable(p, contents)).map((p) => p.role))
  const unusable = new Set(sent.filter((p) => !isUsable(p, contents)).map((p) => p.role))
  const missing = rolesNeeded(job, manifest).filter((role) => !usable.has(role))
  const faulty = new Set<SimulatedImageRole>([...unusable, ...missing])
  const findings = { identity: manifest.identity, images: [...usable] }
  if (faulty.has('front') || faulty.has('back')) return { ...findings, fault: 'front_unusable' }
  if (faulty.size > 0) return { ...findings, fault: 'selfie_unusable' }
  return findings
}

/** Returns the roles that the job type requires (reference 4.1). */
function rolesNeeded(
  job: Pick<SimulatedJob, 'jobType' | 'useEnrolledImage'>,
  manifest: Manifest,
): readonly SimulatedImageRole[] {
  const isDocumentJob = job.jobType === 6 || job.jobType === 11
  if (isDocumentJob) return job.useEnrolledImage ? ['front'] : ['front', 'selfie']
  if (job.jobType === 1 && !manifest.entered) return ['front', 'selfie']
  return ['selfie']
}

function isUsable(image: ManifestImage, contents: ZipContents): boolean {
  const { carrier } = image
  if (carrier.kind === 'none') return false
  if (carrier.kind === 'file') {
    const head = contents.heads.get(carrier.fileName)
    return head !== undefined && looksLikeImage(head)
  }
  if (!/^[A-Za-z0-9+/\r\n]+={0,2}$/.test(carrier.text)) return false
  return looksLikeImage(Buffer.from(carrier.text.slice(0, 64), 'base64'))
}

const imageMagics = [
  Buffer.from([0xff, 0xd8, 0xff]),
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
]

function looksLikeImage(head: Buffer): boolean {
  return imageMagics.some((magic) => head.subarray(0, magic.length).equals(magic))
}
