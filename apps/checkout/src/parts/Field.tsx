import type { Field as Fact } from '@paydesk/contract/kernel/fields.ts';
import { shownAmount } from '@paydesk/contract/kernel/money.ts';

interface Props {
  name: string;
  field: Fact;
  value: string;
  error?: string | undefined;
  readOnly?: boolean;
  onChange: (value: string) => void;
}

/** What a browser fills in by itself, and which keys a phone offers. */
const OFFERS: Record<
  string,
  {
    autocomplete: string;
    type?: 'email' | 'tel';
    inputMode?: 'email' | 'tel' | 'decimal' | 'numeric';
    placeholder?: string;
  }
> = {
  email: { autocomplete: 'email', type: 'email', inputMode: 'email' },
  firstName: { autocomplete: 'given-name' },
  lastName: { autocomplete: 'family-name' },
  phone: { autocomplete: 'tel', type: 'tel', inputMode: 'tel' },
  addressLine: { autocomplete: 'shipping street-address' },
  postalCode: { autocomplete: 'shipping postal-code' },
  city: { autocomplete: 'shipping address-level2' },
  country: { autocomplete: 'shipping country' },
  dateOfBirth: { autocomplete: 'bday', inputMode: 'numeric', placeholder: '05.03.1990' },
  monthlyIncome: { autocomplete: 'off', inputMode: 'decimal' },
  monthlyObligations: { autocomplete: 'off', inputMode: 'decimal' },
};

/** One field with its label, and under it why it was refused. */
export function Field({ name, field, value, error, readOnly, onChange }: Props) {
  const { type = 'text', ...offered } = OFFERS[name] ?? { autocomplete: 'off' };
  const same = {
    id: name,
    name,
    value,
    ...offered,
    required: field.required === true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${name}-error` : undefined,
  } as const;
  return (
    <div class={`field ${name}`}>
      <label for={name}>
        {field.label}
        {!field.required && <span class="optional"> (optional)</span>}
      </label>
      {field.enumeration ? (
        <select {...same} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">Choose</option>
          {Object.entries(field.enumeration).map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...same}
          // the types differ in nothing that is said here
          type={type as 'text'}
          maxLength={field.maxLength}
          readOnly={readOnly}
          onInput={(event) => onChange(event.currentTarget.value)}
          onBlur={({ currentTarget: { value: typed } }) => {
            if (field.kind === 'amount' && shownAmount(typed) !== typed)
              onChange(shownAmount(typed));
          }}
        />
      )}
      {error && (
        <p class="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
