// Matches a method and path to a route. Every path of the API is served below `/v1` and `/api/v1` alike
// (rulings 1.1), every path of the console's API below `/console/api`.

import { createRequire } from 'node:module'
import type { Layer, Router as RouterOf } from '@koa/router'
import type { MatchedRoute, Meant, MeantPath, Route } from './context.ts'

export type MatchRoute = (method: string, path: string) => MatchedRoute

/** Not imported, because its ES module imports Node's HTTP: see kernel/node-http.ts. */
const { Router } = createRequire(import.meta.url)('@koa/router') as typeof import('@koa/router')

const prefixes = ['/v1', '/api/v1'] as const
const consolePrefix = /^\/console\/api(?=\/|$)/

/** The order of methods in `Allow`. */
const methodOrder = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']

/**
 * Returns a matcher over the routes. HEAD matches wherever GET does. Case and a trailing slash count.
 * @throws Error if two routes have the same method and path.
 */
export function createRouting(routes: readonly Route[]): MatchRoute {
  const isForConsole = ({ audience }: Route) => audience === 'console'
  const ofConsole = createTable(routes.filter(isForConsole))
  const others = createTable(routes.filter((route) => !isForConsole(route)))
  return (method, path) => {
    const below = belowPrefix(path)
    if (below !== undefined) {
      const route = others(method, below)
      return route.kind === 'unknown' ? withMeant(route, meantBy(others, method, below)) : route
    }
    if (consolePrefix.test(path)) return ofConsole(method, path.replace(consolePrefix, ''))
    return withMeant({ kind: 'outside' }, templateOf(others(method, path), 'prefix'))
  }
}

function belowPrefix(path: string): string | undefined {
  for (const prefix of prefixes) {
    if (path === prefix) return ''
    if (path.startsWith(`${prefix}/`)) return path.slice(prefix.length)
  }
  return undefined
}

function withMeant<Missing extends MatchedRoute>(
  route: Missing,
  meant: Meant | undefined,
): Missing {
  return meant === undefined ? route : { ...route, meant }
}

function meantBy(table: MatchRoute, method: string, below: string): Meant | undefined {
  if (below === '' || below === '/') return { kind: 'root' }
  const open = below.replace(/\/+$/, '')
  const bare = open.replace(/\/{2,}/g, '/')
  const again = belowPrefix(bare)
  return (
    (open === below ? undefined : templateOf(table(method, open), 'slash')) ??
    (bare === open ? undefined : templateOf(table(method, bare), 'slashes')) ??
    (again === undefined ? undefined : templateOf(table(method, again), 'prefix_twice')) ??
    templateOf(table(method, bare.toLowerCase()), 'case')
  )
}

function templateOf(route: MatchedRoute, kind: MeantPath): Meant | undefined {
  if (route.kind !== 'route' && route.kind !== 'other_method') return undefined
  const template = route.kind === 'route' ? route.route.path : route.template
  return { kind, path: `/v1${template.replace(/:(\w+)/g, '{$1}')}` }
}

/**
 * A router tries its paths one by one, so only paths with an equal `placeOf` share one. It is built with the first
 * request for its place: building all of them would be a noticeable part of a start.
 */
function createTable(routes: readonly Route[]): MatchRoute {
  const places = new Map<string, Route[]>()
  const routers = new Map<string, RouterOf>()
  const byName = new Map<string, Route>()
  for (const route of routes) {
    const name = nameOf(route.method, route.path)
    if (byName.has(name)) throw new Error(`Two routes are defined for ${name}`)
    byName.set(name, route)
    if (route.path.startsWith('/:')) throw new Error(`${name} begins with a parameter`)
    const place = placeOf(route.path)
    const beside = places.get(place)
    if (beside === undefined) places.set(place, [route])
    else beside.push(route)
  }
  const routerOf = (place: string): RouterOf | undefined => {
    const known = routers.get(place)
    const ofPlace = places.get(place)
    if (known !== undefined || ofPlace === undefined) return known
    const router = createRouter(ofPlace)
    routers.set(place, router)
    return router
  }
  return (method, below) => {
    // A path without parameters is its own template; the router would read it with one expression after another.
    const fixed = byName.get(nameOf(method, below))
    if (fixed !== undefined && !below.includes(':')) {
      return { kind: 'route', route: fixed, params: {}, path: below }
    }
    const router = routerOf(placeOf(below))
    if (router === undefined) return { kind: 'unknown' }
    const match = router.match(below, method)
    const layer = match.pathAndMethod.reduce(moreSpecific, undefined)
    const route = byName.get(layer?.name ?? '')
    if (layer && route) {
      const params = layer.params(below, layer.captures(below))
      return { kind: 'route', route, params, path: below }
    }
    const template = match.path[0]?.path
    if (template === undefined) return { kind: 'unknown' }
    return { kind: 'other_method', template: String(template), allow: allowed(match.path) }
  }
}

function nameOf(method: string, path: string): string {
  return `${method} ${path}`
}

function createRouter(routes: readonly Route[]): RouterOf {
  const router = new Router({ sensitive: true, strict: true })
  for (const { method, path } of routes) {
    router.register(path, [method], () => undefined, { name: nameOf(method, path) })
  }
  return router
}

/** Returns the first part of a path, which is never a parameter, and a slash for each further part. */
function placeOf(path: string): string {
  const end = path.indexOf('/', 1)
  if (end === -1) return path
  let place = path.slice(0, end)
  for (let at = end; at !== -1; at = path.indexOf('/', at + 1)) place += '/'
  return place
}

/** Returns the path template of the matched route, such as `/kyc/verifications/:id`, for the log. */
export function routeName(route: MatchedRoute): string {
  if (route.kind === 'route') {
    const { audience, path } = route.route
    return audience === 'console' ? `/console/api${path}` : path
  }
  return route.kind === 'other_method' ? route.template : route.kind
}

/** Prefers `/usage/summary` to `/usage/:id`, whatever their order in the table. */
function moreSpecific(best: Layer | undefined, layer: Layer): Layer {
  return best && best.paramNames.length <= layer.paramNames.length ? best : layer
}

function allowed(layers: readonly Layer[]): readonly string[] {
  const methods = new Set(layers.flatMap((layer) => layer.methods))
  return [...methodOrder.filter((method) => methods.has(method)), 'OPTIONS']
}
