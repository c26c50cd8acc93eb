// The part of the reference named in the address: an operation, webhook verification, a page of
// the guide or the introduction.

import { Button, Skeleton, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from './developer.module.css'
import { guidePlaceOf } from './guide/guide.ts'
import { Introduction } from './introduction.tsx'
import { OperationView } from './operation-view.tsx'
import type { ReferenceState } from './reference-state.ts'
import type { Reference } from './use-reference.ts'

const ReceiversView = lazy(async () => ({
  default: (await import('./receivers-view.tsx')).ReceiversView,
}))

const GuideView = lazy(async () => ({
  default: (await import('./guide/guide-view.tsx')).GuideView,
}))

interface OpenedPartProps {
  readonly reference: Reference
  readonly id: string
  readonly referenceState: ReferenceState
}

/** Fragment of webhook verification; not an operation id. */
export const receiversId = 'verify-webhooks'

export function OpenedPart(props: OpenedPartProps) {
  const { t } = useTranslation('developer')
  const { id } = props
  const place = useRef<HTMLDivElement>(null)
  const opened = useRef(id)
  useEffect(() => {
    if (opened.current === id) return
    opened.current = id
    // A page of the guide shows the heading that the address names.
    if (guidePlaceOf(id)?.topic !== undefined) return
    scrollTo({ top: 0 })
    place.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }, [id])
  return (
    <div className={classes.opened} ref={place}>
      {id !== '' && (
        <Button
          component={Link}
          to={{ hash: '' }}
          className={classes.back ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden className="svc-points" />}
        >
          {t('back')}
        </Button>
      )}
      {/* Around all parts, so that the one before stays until the next has arrived, and the effect above finds its heading. */}
      <Suspense fallback={<Skeleton h={480} radius="lg" aria-busy="true" />}>
        <Part {...props} />
      </Suspense>
    </div>
  )
}

function Part({ reference, id, referenceState }: OpenedPartProps) {
  const { t } = useTranslation('developer')
  if (id === '') return <Introduction document={reference.document} />
  const place = guidePlaceOf(id)
  if (place !== undefined) return <GuideView place={place} />
  if (id === receiversId) return <ReceiversView groups={reference.groups} />
  const head = reference.groups.flatMap(({ operations }) => operations).find((one) => one.id === id)
  if (head === undefined) return <Text role="status">{t('unknown', { id })}</Text>
  return (
    <OperationView
      key={id}
      document={reference.document}
      head={head}
      referenceState={referenceState}
    />
  )
}
