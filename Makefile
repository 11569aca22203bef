# Builds Alula where `make` is expected: by OpenBench, and by people who are used to it. Cargo does the work.
#
#   make                     the program `alula`, for this machine's processor
#   make EXE=name            under another name
#   make EVALFILE=file       with the network of this file, which takes the place of assets/network/alula.network
#   make FEATURES=tune       for SPSA: the numbers of the search are UCI options
#   make FLAGS=              for every processor that `cargo build --release` is for

EXE      ?= alula
FEATURES ?=
FLAGS    ?= -C target-cpu=native
CARGO    ?= cargo

ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif

# A directory of its own for other flags, so that two kinds of builds do not displace each other.
TARGET_DIR ?= $(if $(FLAGS),target/make,target)

.PHONY: all
all:
	$(if $(EVALFILE),cp "$(EVALFILE)" assets/network/alula.network)
	MAKEFLAGS= $(if $(FLAGS),RUSTFLAGS="$(FLAGS)") $(CARGO) build --release --bin alula \
		--target-dir "$(TARGET_DIR)" $(if $(FEATURES),--features "$(FEATURES)")
	cp "$(TARGET_DIR)/release/alula$(SUFFIX)" "$(EXE)$(SUFFIX)"
