// Which page stands at which address: those of the door by themselves, all others inside the frame.

import type { ComponentType } from 'react'
import { createBrowserRouter } from 'react-router'
import type { Page } from '../pages/page.ts'
import { pages, signedOutPages } from '../pages/pages.tsx'
import { loadPageWords } from '../words/language.ts'
import { BrokenPage } from './broken-page.tsx'
import { FirstPage, NotFoundPage } from './no-page.tsx'

export function createRoutes() {
  return createBrowserRouter(
    [
      {
        ErrorBoundary: BrokenPage,
        HydrateFallback: Nothing,
        children: [
          ...signedOutPages.map((page) => ({ path: page.path, lazy: () => open(page) })),
          {
            // Whoever is not signed in needs nothing of it.
            lazy: () => arrived(async () => (await import('./frame.tsx')).Frame),
            children: [
              { index: true, Component: FirstPage },
              ...pages.map((page) => ({
                path: page.path,
                handle: page,
                ErrorBoundary: BrokenPage,
                lazy: () => open(page),
              })),
              { path: '*', Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
    { basename: '/console' },
  )
}

/** A page and what it says come side by side. */
function open({ load, words }: Pick<Page, 'load' | 'words'>) {
  return arrived(async () => (await Promise.all([load(), loadPageWords(words)]))[0])
}

/**
 * What cannot be loaded, because the appliance does not answer or has been updated, is told in its place:
 * the router would leave nothing on the screen.
 */
async function arrived(load: () => Promise<ComponentType>) {
  try {
    return { Component: await load() }
  } catch {
    return { Component: BrokenPage }
  }
}

/** Until the first page is there, the canvas is all there is. */
function Nothing() {
  return null
}
