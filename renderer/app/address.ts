/** The service's base address: the page comes from it. Through a tunnel it is the tunnel's, which is what works here. */
export function serviceAddress(): string {
  return location.origin;
}
