// Rules against circular imports, among files and among features. Type imports count as well.

import { featureOf, isOutsideOrder } from './rooms.ts'
import type { Fault, Rule, Tree } from './rule.ts'

export const fileCircles: Rule = {
  name: 'file-circles',
  why: 'if files need each other, one of them is in the wrong place; a shared type belongs in a file of its own',
  check(tree) {
    const graph: Graph = new Map()
    for (const { path, imports } of tree.files) {
      for (const { target, line } of imports) {
        if (target !== undefined) addEdge(graph, path, target, { path, line })
      }
    }
    return faultsOf(graph)
  },
}

export const featureCircles: Rule = {
  name: 'feature-circles',
  why: 'features must not depend on each other in both directions',
  check: (tree) => faultsOf(featureGraph(tree)),
}

function featureGraph(tree: Tree): Graph {
  const graph: Graph = new Map()
  for (const { path, imports } of tree.files) {
    for (const one of imports) {
      const [from, to] = [featureOf(path), one.target && featureOf(one.target)]
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

/** The imports of each node, each with the place of the import statement. */
type Graph = Map<string, Map<string, Place>>

function addEdge(graph: Graph, from: string, to: string, place: Place): void {
  const edges = graph.get(from) ?? new Map<string, Place>()
  if (!edges.has(to)) edges.set(to, place)
  graph.set(from, edges)
}

/** Walks the whole graph and returns a fault for each edge that closes a circle. */
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
