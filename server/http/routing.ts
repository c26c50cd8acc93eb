// Which endpoint is asked for? Every path of the API is served below both prefixes alike (rulings 1.1),
// those of the staff below `/console/api`.

import { type Layer, Router } from '@koa/router'
import type { Shut } from './console-place.ts'
import type { Endpoint } from './endpoint.ts'

export type Found =
  | {
      readonly kind: 'endpoint'
      readonly endpoint: Endpoint
      readonly params: Readonly<Record<string, string>>
      /** The path below the prefix: the same request under either prefix has the same. */
      readonly path: string
    }
  | { readonly kind: 'other_method'; readonly template: string; readonly allow: readonly string[] }
  | { readonly kind: 'unknown'; readonly meant?: Meant }
  /** Below none of the prefixes, or `shut`: not there for this request. Both are answered alike. */
  | { readonly kind: 'outside'; readonly meant?: Meant; readonly shut?: Shut }

/** A path that there is, told as its template, and why it was missed. Nothing of what was sent is in it. */
export type Meant =
  | { readonly kind: 'root' }
  | { readonly kind: 'slash' | 'case' | 'prefix'; readonly path: string }

export type FindEndpoint = (method: string, path: string) => Found

const prefix = /^\/(?:api\/)?v1(?=\/|$)/
const consolePrefix = /^\/console\/api(?=\/|$)/

/** The order of methods in `Allow`. */
const methodOrder = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']

/**
 * A matcher over the table. HEAD is answered wherever GET is. Case and a trailing slash count.
 * @throws Error when two endpoints claim the same method and path.
 */
export function createRouting(endpoints: readonly Endpoint[]): FindEndpoint {
  const isOfStaff = ({ audience }: Endpoint) => audience === 'staff'
  const staff = createTable(endpoints.filter(isOfStaff))
  const others = createTable(endpoints.filter((endpoint) => !isOfStaff(endpoint)))
  return (method, path) => {
    if (prefix.test(path)) {
      const below = path.replace(prefix, '')
      const found = others(method, below)
      return found.kind === 'unknown' ? withMeant(found, meantBy(others, method, below)) : found
    }
    if (consolePrefix.test(path)) return staff(method, path.replace(consolePrefix, ''))
    return withMeant({ kind: 'outside' }, templateOf(others(method, path), 'prefix'))
  }
}

function withMeant<Missing extends Found>(found: Missing, meant: Meant | undefined): Missing {
  return meant === undefined ? found : { ...found, meant }
}

function meantBy(table: FindEndpoint, method: string, below: string): Meant | undefined {
  if (below === '' || below === '/') return { kind: 'root' }
  const bare = below.replace(/\/+$/, '')
  return (
    (bare === below ? undefined : templateOf(table(method, bare), 'slash')) ??
    templateOf(table(method, bare.toLowerCase()), 'case')
  )
}

function templateOf(found: Found, kind: 'slash' | 'case' | 'prefix'): Meant | undefined {
  if (found.kind !== 'endpoint' && found.kind !== 'other_method') return undefined
  const template = found.kind === 'endpoint' ? found.endpoint.path : found.template
  return { kind, path: `/v1${template.replace(/:(\w+)/g, '{$1}')}` }
}

function createTable(endpoints: readonly Endpoint[]): FindEndpoint {
  const router = new Router({ sensitive: true, strict: true })
  const byName = new Map<string, Endpoint>()
  for (const endpoint of endpoints) {
    const name = `${endpoint.method} ${endpoint.path}`
    if (byName.has(name)) throw new Error(`Two endpoints claim ${name}`)
    byName.set(name, endpoint)
    router.register(endpoint.path, [endpoint.method], () => undefined, { name })
  }
  return (method, below) => {
    const match = router.match(below, method)
    const layer = match.pathAndMethod.reduce(moreSpecific, undefined)
    const endpoint = byName.get(layer?.name ?? '')
    if (layer && endpoint) {
      const params = layer.params(below, layer.captures(below))
      return { kind: 'endpoint', endpoint, params, path: below }
    }
    const template = match.path[0]?.path
    if (template === undefined) return { kind: 'unknown' }
    return { kind: 'other_method', template: String(template), allow: allowed(match.path) }
  }
}

/** The template of what was asked for, such as `/kyc/verifications/:id`. */
export function routeName(found: Found): string {
  if (found.kind === 'endpoint') {
    const { audience, path } = found.endpoint
    return audience === 'staff' ? `/console/api${path}` : path
  }
  return found.kind === 'other_method' ? found.template : found.kind
}

/** `/usage/summary` before `/usage/:id`, whatever their order in the table. */
function moreSpecific(best: Layer | undefined, layer: Layer): Layer {
  return best && best.paramNames.length <= layer.paramNames.length ? best : layer
}

function allowed(layers: readonly Layer[]): readonly string[] {
  const methods = new Set(layers.flatMap((layer) => layer.methods))
  return [...methodOrder.filter((method) => methods.has(method)), 'OPTIONS']
}
