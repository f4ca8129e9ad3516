/** The digits of a number that is searched for, without the 0 that it has at home: numbers are stored in E.164. */
export const searchedDigits = (typed: string): string => typed.replace(/^\D*0+(?=.*\d)|\D/g, '');
