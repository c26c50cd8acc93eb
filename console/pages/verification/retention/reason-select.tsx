// Choice of the reason that the ledger keeps for good: none is chosen beforehand.

import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface ReasonSelectProps<Reason extends string> {
  readonly reasons: readonly Reason[]
  readonly reason: Reason | undefined
  readonly onChoose: (reason: Reason | undefined) => void
  readonly nameOf: (reason: Reason) => string
}

export function ReasonSelect<Reason extends string>(props: ReasonSelectProps<Reason>) {
  const { reasons, reason, onChoose, nameOf } = props
  const { t } = useTranslation('verifications')
  const { t: tReviews } = useTranslation('reviews')
  return (
    <NativeSelect
      label={t('retention.reasonLabel')}
      value={reason ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(reasons.find((one) => one === value))}
      data={[
        ...(reason === undefined ? [{ value: '', label: tReviews('panel.choose') }] : []),
        ...reasons.map((value) => ({ value, label: nameOf(value) })),
      ]}
    />
  )
}
