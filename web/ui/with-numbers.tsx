import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

const PARTS = /\+\d{7,15}|[^+]+|\+/g;

/** Words in which telephone numbers stand in groups, as their country writes them. A copied number has no blanks. */
export const WithNumbers = ({ children, className }: { children: string; className?: string }) => (
  <bdi className={className}>
    {[...children.matchAll(PARTS)].map(({ 0: part, index }) => {
      const number = parsePhoneNumberFromString(part);
      if (number?.number !== part) return part;
      return (
        <bdi key={index} dir="ltr" className="whitespace-nowrap">
          {[...number.formatInternational().matchAll(/\S+/g)].map(({ 0: group, index: from }) => (
            <span key={from} className="not-last:me-[0.25em]">
              {group}
            </span>
          ))}
        </bdi>
      );
    })}
  </bdi>
);
