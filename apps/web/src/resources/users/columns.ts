/** Where the room goes: to the address, and to the longest status. */
export const peopleColumns = {
  firstName: { width: 128 },
  lastName: { width: 104 },
  phoneNumber: { width: 132 },
  position: { width: 112 },
  status: { width: 204 },
} as const;
