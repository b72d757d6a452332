import { describe, expect, it } from 'vitest';
import { parsePhone, splitPhone } from './patient-phone.ts';

describe('parsePhone and splitPhone', () => {
  it('prepends the prefix and drops leading zeros, blanks and dashes', () => {
    expect(parsePhone({ prefix: '+30', number: '697 555-0143' })).toEqual({ kind: 'valid', phone: '+306975550143' });
    expect(parsePhone({ prefix: '+49', number: '0151 55501620' })).toEqual({ kind: 'valid', phone: '+4915155501620' });
  });

  it('keeps a number with its own plus', () => {
    expect(parsePhone({ prefix: '+30', number: '+7 916 555 01 43' })).toEqual({ kind: 'valid', phone: '+79165550143' });
  });

  it.each([
    ['+30', '0030 697 555 0143', '+306975550143'],
    ['+30', '00491515 5501620', '+4915155501620'],
    ['+30', '306975550143', '+306975550143'],
    ['+30', '(+30) 697 555 0143', '+306975550143'],
    ['+1', '1 201 555 0123', '+12015550123'],
    ['+45', '4534412345', '+4534412345'],
    ['+49', '4915155501620', '+4915155501620'],
  ])('does not prepend %s to %s, which has its own country code', (prefix, number, phone) => {
    expect(parsePhone({ prefix, number })).toEqual({ kind: 'valid', phone });
  });

  it.each([
    ['+39', '392 123 4567', '+393921234567'],
    ['+47', '47123456', '+4747123456'],
    ['+49', '0491 1234567', '+494911234567'],
  ])('prepends %s to %s, a national number that begins with the same digits', (prefix, number, phone) => {
    expect(parsePhone({ prefix, number })).toEqual({ kind: 'valid', phone });
  });

  it('splits a number at the longest matching prefix', () => {
    expect(splitPhone('+306975550143')).toEqual({ prefix: '+30', number: '6975550143' });
    expect(splitPhone('+35799123456')).toEqual({ prefix: '+357', number: '99123456' });
    expect(splitPhone('+79165550143')).toEqual({ prefix: '+30', number: '+79165550143' });
  });

  it('requires seven digits, and distinguishes an empty number from an invalid one', () => {
    expect(parsePhone({ prefix: '+30', number: '  ' })).toEqual({ kind: 'empty' });
    expect(parsePhone({ prefix: '+30', number: '697555' })).toEqual({ kind: 'invalid' });
    expect(parsePhone({ prefix: '+30', number: '6975550' }).kind).toBe('valid');
  });
});
