// Writes the software bill of materials of the shipped packages as CycloneDX 1.6 JSON, from the lockfile only and
// without a time, so that a release always gives the same bytes. Run: npm run --silent sbom > sbom.json

import { createHash } from 'node:crypto'
import { licenceOf } from './licences.ts'
import { keyOf, readShipment, type Shipment, type ShippedPackage } from './lockfile.ts'

/** Returns the document as an object for JSON. */
export function sbomOf({ name, version, packages }: Shipment) {
  const root = `${name}@${version}`
  const digest = createHash('sha256')
    .update(JSON.stringify([root, packages]))
    .digest('hex')
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidFrom(digest)}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': root, name, version } },
    components: packages.map(componentOf),
    dependencies: [
      { ref: root, dependsOn: packages.map(purlOf) },
      ...packages.map((one) => ({
        ref: purlOf(one),
        dependsOn: packages.filter((other) => one.uses.includes(keyOf(other))).map(purlOf),
      })),
    ],
  }
}

function componentOf(one: ShippedPackage) {
  const licence = licenceOf(one)
  const hash = sha512Hex(one.integrity)
  return {
    type: 'library',
    'bom-ref': purlOf(one),
    name: one.name,
    version: one.version,
    purl: purlOf(one),
    scope: one.isOptional ? 'optional' : 'required',
    ...(hash === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: hash }] }),
    ...(licence === undefined ? {} : { licenses: [{ expression: licence }] }),
    properties: one.places.map((place) => ({ name: 'svc:part-of', value: place })),
  }
}

function purlOf({ name, version }: ShippedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function sha512Hex(integrity: string | undefined): string | undefined {
  const found = /(?:^| )sha512-([A-Za-z0-9+/=]+)/.exec(integrity ?? '')?.[1]
  return found === undefined ? undefined : Buffer.from(found, 'base64').toString('hex')
}

/** Makes a UUID of version 8, whose bits can be chosen freely (RFC 9562). */
function uuidFrom(digest: string): string {
  const at = (start: number, end: number) => digest.slice(start, end)
  return `${at(0, 8)}-${at(8, 12)}-8${at(13, 16)}-8${at(17, 20)}-${at(20, 32)}`
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(sbomOf(readShipment()), undefined, 2)}\n`)
}
