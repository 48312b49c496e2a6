// States of the simulation as texts, one bit and several.
#include <systemc.h>

int sc_main(int, char **) {
  for (int i = 0; i < 4096; i = i * 5 / 4 + 1) std::cout << sc_status(i) << '\n';
  for (int i = 0; i < 12; i++) std::cout << sc_status(1 << i) << '\n';
  std::cout << sc_status(0xffe) << ' ' << sc_status(0xdff) << ' ' << sc_status(0x2201) << ' ' << sc_status(0x2200) << '\n';
  return 0;
}
