// The part of the reference named in the address: an operation, webhook verification or the
// introduction.

import { Button, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Desk } from './desk.ts'
import classes from './developer.module.css'
import { Introduction } from './introduction.tsx'
import { OperationView } from './operation-view.tsx'
import type { Reference } from './use-reference.ts'

const ReceiversView = lazy(async () => ({
  default: (await import('./receivers-view.tsx')).ReceiversView,
}))

export interface OpenedPartProps {
  readonly reference: Reference
  readonly id: string
  readonly desk: Desk
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
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {t('back')}
        </Button>
      )}
      <Part {...props} />
    </div>
  )
}

function Part({ reference, id, desk }: OpenedPartProps) {
  const { t } = useTranslation('developer')
  if (id === '') return <Introduction document={reference.document} />
  if (id === receiversId) {
    return (
      <Suspense>
        <ReceiversView groups={reference.groups} />
      </Suspense>
    )
  }
  const head = reference.groups.flatMap(({ operations }) => operations).find((one) => one.id === id)
  if (head === undefined) return <Text role="status">{t('unknown', { id })}</Text>
  return <OperationView key={id} document={reference.document} head={head} desk={desk} />
}
