import { ApiError } from '@medcloud/contract/api-client';
import { doctorSignup, emailLogin } from '@medcloud/contract/shapes/accounts';
import { issueCode } from '@medcloud/contract/validation-codes';
import { createFormControl, type FieldValues } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { showServerErrors } from './server-errors.ts';
import { createShapeResolver } from './shape-resolver.ts';

const options = { fields: {}, shouldUseNativeValidation: false };

describe('createShapeResolver', () => {
  it('returns the parsed output', async () => {
    const resolve = createShapeResolver<FieldValues, unknown>(emailLogin);
    const { values, errors } = await resolve({ email: ' Maria@Example.GR ', password: 'x' }, undefined, options);
    expect(errors).toEqual({});
    expect(values).toEqual({ email: 'maria@example.gr', password: 'x' });
  });

  it("returns the contract's messages for the fields", async () => {
    const resolve = createShapeResolver<FieldValues, unknown>(emailLogin);
    const { errors } = await resolve({ email: 'maria', password: '' }, undefined, options);
    expect(errors).toMatchObject({
      email: { message: issueCode('email_invalid') },
      password: { message: issueCode('required') },
    });
  });

  it('reports different passwords while other fields are still empty', async () => {
    const resolve = createShapeResolver<FieldValues, unknown>(doctorSignup);
    const { errors } = await resolve({ password: 'secret1', confirmPassword: 'secret2' }, undefined, options);
    expect(errors).toMatchObject({
      firstName: { message: issueCode('first_name_required') },
      confirmPassword: { message: issueCode('passwords_differ') },
    });
  });

  it('names nested fields by their path', async () => {
    const resolve = createShapeResolver<FieldValues, unknown>(doctorSignup);
    const { errors } = await resolve({ billing: { last4: 'x' } }, undefined, options);
    expect(errors).toHaveProperty('billing.last4.message');
  });
});

describe('showServerErrors', () => {
  const problem = (errors: { field: string; message: string }[]) =>
    new ApiError(409, JSON.stringify({ code: 'conflict', message: 'This is already registered.', errors }), null);
  const form = () => createFormControl({ defaultValues: { email: '', licenseNumber: '' } });

  it('sets the errors of the named fields', () => {
    const { getValues, setError, control } = form();
    const hasShown = showServerErrors(
      { getValues, setError },
      problem([{ field: 'email', message: issueCode('email_taken') }]),
    );
    expect(hasShown).toBe(true);
    expect(control._formState.errors).toMatchObject({
      email: { type: 'server', message: issueCode('email_taken') },
    });
  });

  it('returns false if no field has that name', () => {
    const { getValues, setError, control } = form();
    const unknownField = problem([{ field: 'cursor', message: 'x' }]);
    expect(showServerErrors({ getValues, setError }, unknownField)).toBe(false);
    expect(showServerErrors({ getValues, setError }, new TypeError('Failed to fetch'))).toBe(false);
    expect(control._formState.errors).toEqual({});
  });
});
