// Which page stands at which address: those of the door by themselves, all others inside the frame.

import { createBrowserRouter } from 'react-router'
import { doorPages, pages } from '../pages/pages.tsx'
import { BrokenPage } from './broken-page.tsx'
import { Frame } from './frame.tsx'
import { FirstPage, NotFoundPage } from './no-page.tsx'

export function createRoutes() {
  return createBrowserRouter(
    [
      {
        ErrorBoundary: BrokenPage,
        HydrateFallback: Nothing,
        children: [
          ...doorPages.map(({ path, load }) => ({
            path,
            lazy: async () => ({ Component: await load() }),
          })),
          {
            Component: Frame,
            children: [
              { index: true, Component: FirstPage },
              ...pages.map((page) => ({
                path: page.path,
                handle: page,
                ErrorBoundary: BrokenPage,
                lazy: async () => ({ Component: await page.load() }),
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

/** Until the first page is there, the canvas is all there is. */
function Nothing() {
  return null
}
