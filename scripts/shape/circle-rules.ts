// No circles: neither among files, as far as values go, nor among features.

import { isOutsideOrder, standingOf } from './rooms.ts'
import type { Fault, Rule, Tree } from './rule.ts'

export const fileCircles: Rule = {
  name: 'file-circles',
  why: 'of files that need each other to load, one stands in the wrong place',
  check(tree) {
    const graph: Graph = new Map()
    for (const { path, imports } of tree.files) {
      for (const { target, isType, line } of imports) {
        if (target !== undefined && !isType) addEdge(graph, path, target, { path, line })
      }
    }
    return faultsOf(graph)
  },
}

export const featureCircles: Rule = {
  name: 'feature-circles',
  why: 'of two features, one stands on the other and never the other way round',
  check: (tree) => faultsOf(featureGraph(tree)),
}

function featureGraph(tree: Tree): Graph {
  const graph: Graph = new Map()
  for (const { path, imports } of tree.files) {
    for (const one of imports) {
      const [from, to] = [standingOf(path), one.target && standingOf(one.target)]
      if (from === undefined || to === undefined || from === to) continue
      if (!isOutsideOrder(path, one)) addEdge(graph, from, to, { path, line: one.line })
    }
  }
  return graph
}

interface Place {
  readonly path: string
  readonly line: number
}

/** From each node to the nodes that it needs, each with the place where it says so. */
type Graph = Map<string, Map<string, Place>>

function addEdge(graph: Graph, from: string, to: string, place: Place): void {
  const edges = graph.get(from) ?? new Map<string, Place>()
  if (!edges.has(to)) edges.set(to, place)
  graph.set(from, edges)
}

/** One fault for each edge that closes a circle in a walk through the whole graph. */
function faultsOf(graph: Graph): readonly Fault[] {
  const faults: Fault[] = []
  const done = new Set<string>()

  function walk(node: string, way: readonly string[]): void {
    for (const [next, place] of graph.get(node) ?? []) {
      const start = way.indexOf(next)
      if (start >= 0) {
        const message = `closes a circle: ${[...way.slice(start), next].join(' -> ')}`
        faults.push({ ...place, message })
      } else if (!done.has(next)) {
        walk(next, [...way, next])
      }
    }
    done.add(node)
  }

  for (const node of graph.keys()) if (!done.has(node)) walk(node, [node])
  return faults
}
